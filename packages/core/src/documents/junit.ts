import builder, { type Builder, type TestCase, type TestSuite } from 'junit-report-builder';

export interface JunitCase {
  readonly name: string;
  readonly file?: string;
  /** Set if the case was checked and failed. */
  readonly failure?: { readonly message: string; readonly type: string; readonly text: string };
  /** Set if the case could not be checked. */
  readonly error?: { readonly message: string; readonly type: string; readonly text: string };
  /** Whether the case has not been checked yet. */
  readonly isSkipped?: boolean;
  /** Additional information that does not make the case fail. */
  readonly output?: string;
}

export interface JunitSuite {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: readonly JunitCase[];
}

/**
 * Builds a JUnit document. Every time is 0: readers insist on one, a measured one would mean nothing here, and equal
 * reports give the same document, byte for byte.
 */
export function buildJunit(name: string, suites: readonly JunitSuite[]): string {
  const document = newBuilder().name(xmlText(name));
  for (const suite of suites) addSuite(document, suite);
  // The library cannot set an attribute of the root.
  return `${document.build().replace('<testsuites ', '<testsuites time="0" ')}\n`;
}

/**
 * Removes the characters that XML 1.0 cannot express: control characters, lone surrogates, U+FFFE and U+FFFF.
 */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
}

/**
 * Like {@link xmlText}, but for a CDATA section. The section's end mark is escaped here, because the library splits
 * only the first one.
 */
function cdataText(text: string): string {
  return xmlText(text).replaceAll(']]>', ']]&gt;');
}

/** The package exports its builder as the module itself, although its types declare it as `default`. */
function newBuilder(): Builder {
  return (builder as unknown as Builder).newBuilder();
}

function addSuite(document: Builder, { name, properties, cases }: JunitSuite): void {
  const suite: TestSuite = document.testSuite().name(xmlText(name)).time(0);
  for (const [key, value] of Object.entries(properties)) suite.property(xmlText(key), xmlText(value));
  for (const one of cases)
    addCase(suite.testCase().name(xmlText(one.name)).className(xmlText(name)).time(0), one);
}

function addCase(testCase: TestCase, { file, failure, error, isSkipped, output }: JunitCase): void {
  if (file !== undefined) testCase.file(xmlText(file));
  if (failure) {
    testCase.failure(xmlText(failure.message), xmlText(failure.type)).stacktrace(cdataText(failure.text));
  }
  if (error) testCase.error(xmlText(error.message), xmlText(error.type), cdataText(error.text));
  if (isSkipped) testCase.skipped();
  if (output !== undefined) testCase.standardOutput(cdataText(output));
}
