// Refuses a text of the target in a message, unless quote() redacts it. The tag @sent marks the types, members and constants that
// hold such a text, and the functions that hand on a text of their arguments. It is followed through constants, patterns,
// callbacks and calls. Each quote() must be of a text that is found in this way, or of a parameter: so a quote shows where a tag
// is missing.
import { relative } from 'node:path';
import ts from 'typescript';
import { root } from './repository.mjs';

const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(`${root}tsconfig.json`, {}, ts.sys);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

const ROOMS = /^(?:evidence|suites|judge|runner\/fixtures)\//;

/** Members, and arguments of these functions, that reports print as they are. */
const PRINTED = new Set(['message', 'expected', 'actual', 'observed', 'reason', 'note', 'about', 'headline']);
const PRINTING = new Set(['held', 'inconclusive', 'blocked', 'notApplicable', 'broken']);

const REDACTING = new Set(['quote', 'shown', 'whatCame', 'tellingHeaders']);

const FLAGS = ts.TypeFlags;
const WORD = FLAGS.StringLiteral | FLAGS.BooleanLike | FLAGS.Undefined;
const NUMBER = FLAGS.NumberLike | FLAGS.BigIntLike;

/** True if no text of the target can have this type: a word of a list in the code, or one of these flags. */
const isOf = (type, flags) =>
  type.isUnion() ? type.types.every((each) => isOf(each, flags)) : (type.flags & flags) !== 0;

/** The part of a call or of a member that names the function, or the member. */
const namePart = (node) => (ts.isCallExpression(node) ? namePart(node.expression) : (node.name ?? node));

function symbolOf(node) {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(namePart(node));
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

const isTagged = (symbol) => symbol?.getJsDocTags(checker).some(({ name }) => name === 'sent') ?? false;

/** Also where it is a part: `ResponseRecord | undefined`, `Pick<ResponseRecord, 'headers'>`, `readonly Members[]`. */
const isTaggedType = (type) =>
  isTagged(type.aliasSymbol) ||
  isTagged(type.symbol) ||
  [
    ...(type.isUnionOrIntersection() ? type.types : []),
    ...(type.aliasTypeArguments ?? []),
    ...(checker.isArrayType(type) ? checker.getTypeArguments(type) : []),
  ].some(isTaggedType);

/** `trim`, `join`, `JSON.stringify`: declared by TypeScript, or by Node. */
const isOfLanguage = (call) =>
  (symbolOf(call)?.declarations ?? []).some((declaration) => /node_modules/.test(declaration.getSourceFile().fileName));

/** The value that a name is declared with: of a constant, of a pattern, or of a loop. Undefined for a parameter. */
function initialOf(declaration) {
  if (ts.isBindingElement(declaration)) return initialOf(declaration.parent.parent);
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  const loop = declaration.parent.parent;
  return ts.isForOfStatement(loop) ? loop.expression : declaration.initializer;
}

const declarationsOf = (name) => symbolOf(name)?.declarations ?? [];

/** True for a part of what quote() and its like return. */
function isRedacted(node) {
  if (ts.isCallExpression(node) && REDACTING.has(namePart(node).text)) return true;
  if (ts.isIdentifier(node))
    return declarationsOf(node)
      .map(initialOf)
      .some((value) => value !== undefined && isRedacted(value));
  return 'expression' in node && isRedacted(node.expression);
}

/**
 * Finds out whether the value of an expression has text of the target in it.
 * @param harmless the flags of types that count as no text
 */
function isSent(node, harmless = WORD | NUMBER, seen = new Set()) {
  if (seen.has(node)) return false;
  seen.add(node);
  const some = (...nodes) => nodes.some((each) => each !== undefined && isSent(each, harmless, seen));
  const type = checker.getTypeAtLocation(node);
  if (ts.isArrowFunction(node)) return some(node.body);
  if (isRedacted(node) || (isOf(type, harmless) && !isTagged(symbolOf(node)))) return false;
  if (ts.isCallExpression(node)) return isSentBy(node, some);
  if (isTagged(symbolOf(node)) || isTaggedType(type)) return true;
  if (ts.isIdentifier(node)) return declarationsOf(node).some((each) => isSentTo(each, some));
  if (ts.isTemplateExpression(node)) return some(...node.templateSpans.map(({ expression }) => expression));
  if (ts.isConditionalExpression(node)) return some(node.whenTrue, node.whenFalse);
  if (ts.isBinaryExpression(node)) return some(node.left, node.right);
  return ts.isArrayLiteralExpression(node) ? some(...node.elements) : some(node.expression);
}

/** The same for the result of a call. */
function isSentBy(call, some) {
  const { expression: called, arguments: given } = call;
  // A function hands on a text of its arguments; a method has one.
  if (isTagged(symbolOf(call))) return called.name !== undefined || some(...given);
  if (!isOfLanguage(call)) return isTaggedType(checker.getTypeAtLocation(call));
  if (/^(?:flatM|m)ap$/.test(namePart(call).text)) return some(...given);
  return some(called.expression, ...given.filter((each) => !ts.isArrowFunction(each)));
}

/** The same for the value that a declaration gets. */
function isSentTo(declaration, some) {
  const { parent } = declaration;
  if (ts.isBindingElement(declaration)) {
    const member = (declaration.propertyName ?? declaration.name).getText();
    return isTagged(checker.getTypeAtLocation(parent).getProperty(member)) || isSentTo(parent.parent, some);
  }
  // A callback of a method gets parts of the value that the method is called on.
  if (ts.isParameter(declaration))
    return ts.isCallExpression(parent.parent) && some(parent.parent.expression.expression);
  return some(initialOf(declaration));
}

const isParameter = (node) =>
  ts.isIdentifier(node) && declarationsOf(node).every((each) => initialOf(each) === undefined);

/** True if the text goes into a member, or comes out of a function, that has the tag itself. */
function isHandedOn(node) {
  const owner = ts.findAncestor(node, (at) => {
    if (ts.isPropertyAssignment(at) || ts.isShorthandPropertyAssignment(at)) {
      const type = checker.getContextualType(at.parent);
      return isTagged(type?.getProperty(at.name.getText()));
    }
    return (
      (ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) && isTagged(checker.getSymbolAtLocation(at.name))
    );
  });
  return owner !== undefined;
}

/** The expressions that this node prints. */
function printedBy(node) {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  if (ts.isPropertyAssignment(node)) return PRINTED.has(node.name.getText()) ? [node.initializer] : [];
  if (ts.isShorthandPropertyAssignment(node)) return PRINTED.has(node.name.text) ? [node.name] : [];
  return ts.isCallExpression(node) && PRINTING.has(namePart(node).text) ? node.arguments : [];
}

const problems = new Set();
let quotes = 0;

function complain(node, problem) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  problems.add(`${relative(root, file.fileName)}:${line + 1}: ${problem}`);
}

function visit(node) {
  for (const part of printedBy(node)) {
    if (isSent(part) && !isHandedOn(node))
      complain(part, `${part.getText()} has text of the target in it: put it into quote().`);
  }
  if (ts.isCallExpression(node) && node.expression.getText() === 'quote') {
    const [, text] = node.arguments;
    quotes += 1;
    if (!isSent(text, WORD) && !isParameter(text))
      complain(node, `Nothing says that the target sent ${text.getText()}: tag its declaration with @sent.`);
  }
  ts.forEachChild(node, visit);
}

for (const file of program.getSourceFiles()) {
  const path = relative(root, file.fileName);
  if (ROOMS.test(path) && !path.includes('.generated.')) visit(file);
}
if (quotes < 20) throw new Error(`Only ${quotes} quotes were found: this search is broken.`);
for (const problem of problems) console.error(problem);
if (problems.size > 0) process.exitCode = 1;
