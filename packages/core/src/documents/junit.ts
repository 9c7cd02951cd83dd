import builder, { type Builder, type TestCase, type TestSuite } from 'junit-report-builder';

export interface JunitCase {
  readonly name: string;
  readonly file?: string;
  /** It was looked at and is not good. */
  readonly failure?: { readonly message: string; readonly type: string; readonly text: string };
  /** It could not be looked at. */
  readonly error?: { readonly message: string; readonly type: string; readonly text: string };
  /** Nobody has looked at it yet. */
  readonly isSkipped?: boolean;
  /** Worth knowing, and no reason to fail. */
  readonly output?: string;
}

export interface JunitSuite {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: readonly JunitCase[];
}

/** A JUnit document. No times: nothing in it is slow or fast, and a report of the same is the same text. */
export function buildJunit(name: string, suites: readonly JunitSuite[]): string {
  const document = newBuilder().name(xmlText(name));
  for (const suite of suites) addSuite(document, suite);
  return `${document.build()}\n`;
}

/** A text without what XML 1.0 has no form for: control characters, lone surrogates, U+FFFE and U+FFFF. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
}

/** The same for a CDATA section: its end is written as outside of one, the library divides only the first. */
function cdataText(text: string): string {
  return xmlText(text).replaceAll(']]>', ']]&gt;');
}

/** The package exports its builder as the module itself, though its types say it is the member `default` of it. */
function newBuilder(): Builder {
  return (builder as unknown as Builder).newBuilder();
}

function addSuite(document: Builder, { name, properties, cases }: JunitSuite): void {
  const suite: TestSuite = document.testSuite().name(xmlText(name));
  for (const [key, value] of Object.entries(properties)) suite.property(xmlText(key), xmlText(value));
  for (const one of cases) addCase(suite.testCase().name(xmlText(one.name)).className(xmlText(name)), one);
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
