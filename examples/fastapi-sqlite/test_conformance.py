"""Serves orders of its own on a free port, and has the suite judge them."""

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request

SUITE = os.environ.get("SUITE", "npx --no -- store-orders-conformance")
KEY = "Key-Of-This-Test-4711"


def test_conforms_to_the_store_orders_interface(tmp_path):
    env = os.environ | {"API_KEY": KEY, "ORDERS_DB": str(tmp_path / "orders.db")}
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        uvicorn = [sys.executable, "-m", "uvicorn", "main:app", "--fd", str(listener.fileno())]
        service = subprocess.Popen(uvicorn, env=env, pass_fds=[listener.fileno()])
    try:
        target = {
            "STORE_ORDERS_BASE_URL": f"http://127.0.0.1:{port}/v1",
            "STORE_ORDERS_API_KEY": KEY,
            "STORE_ORDERS_FIXTURES": "orders.yaml",
        }
        wait_for_the_table(f"http://127.0.0.1:{port}/v1/store/orders")
        suite = subprocess.run(f"{SUITE} run --strict", shell=True, env=env | target)
    finally:
        service.terminate()
        service.wait()
    assert suite.returncode == 0


def wait_for_the_table(url):
    """The service makes it when it starts, and the port listens before."""
    try:
        urllib.request.urlopen(url)
    except urllib.error.HTTPError:
        pass  # 401: it answers
