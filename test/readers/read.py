"""Prints as JSON what tap.py or junitparser reads in each file."""

import json
import sys

from junitparser import Error, Failure, JUnitXml, Skipped
from tap.parser import Parser


def tap(path):
    lines = list(Parser().parse_file(path))
    points = [line for line in lines if line.category == "test"]
    return {
        "planned": [line.expected_tests for line in lines if line.category == "plan"],
        "count": len(points),
        "failed": [point.number for point in points if not point.ok and not point.todo],
        "skipped": sum(point.skip for point in points),
        "details": {point.number: (point.yaml_block or {}).get("details") for point in points},
        # A comment is a diagnostic. Outside of a block, nothing else may be left.
        "unknown": [line.category for line in lines if line.category in ("unknown", "bail")][1:],
    }


def junit(path):
    suites = list(JUnitXml.fromfile(path))
    cases = [(suite, case) for suite in suites for case in suite]
    of = lambda kind: [
        {"name": case.name, "message": result.message, "text": result.text}
        for _, case in cases
        for result in case.result
        if isinstance(result, kind)
    ]
    return {
        "count": len(cases),
        "failures": of(Failure),
        "errors": of(Error),
        "skipped": len(of(Skipped)),
        "warned": [case.system_out for _, case in cases if case.system_out and not case.result],
        "warnings": sum(int(each.value) for suite in suites for each in suite.properties() if each.name == "warnings"),
        "foreign": [case.name for suite, case in cases if case.classname != suite.name],
        "late": [suite.name for suite in suites if any(case.time > suite.time for case in suite)],
    }


read = {"tap": tap, "junit": junit}[sys.argv[1]]
print(json.dumps([read(path) for path in sys.argv[2:]]))
