/** The words the heuristics count. English only, short, and easy to change. */

export const PROMOTION = new Set(
  'amazing awesome best blazing brilliant comprehensive cutting-edge easily easy effortless exclusive fast fastest great incredible innovative leading lightning lightning-fast love loves next-generation perfect powerful premium reliable revolutionary rich robust seamless simply smart state-of-the-art superior trusted ultimate unique unmatched world-class'.split(
    ' ',
  ),
);

export const FILLER = new Set(
  'actually basically etc info information kinds lots many really several structured stuff things useful various very'.split(
    ' ',
  ),
);

/** Values that show nothing but that a value was needed. */
export const PLACEHOLDERS = new Set(
  '123 1234 12345 aaa abc asdf bar baz demo dummy example foo foobar hello id lorem name placeholder sample string test test1 test2 testing todo value xxx xyz'.split(
    ' ',
  ),
);

/** Verbs at the start of a tool's name, by what they promise. */
export const NAME_VERBS = {
  one: new Set(
    'calculate check compute convert count decode describe encode estimate generate get lookup predict read render resolve retrieve show translate validate verify'.split(
      ' ',
    ),
  ),
  many: new Set('browse compare discover explore filter find list search suggest'.split(' ')),
  write: new Set(
    'add cancel create delete post publish put remove send set submit update upload write'.split(' '),
  ),
  vague: new Set('call do execute fetch handle make manage process query run use'.split(' ')),
} as const;

/** Base forms of the verbs that descriptions begin with. */
export const SENTENCE_VERBS = new Set([
  ...Object.values(NAME_VERBS).flatMap((verbs) => [...verbs]),
  ...'access answer come contain cover deliver download give include load look measure predict provide query report return tell'.split(
    ' ',
  ),
]);

/** Words that say nothing about the subject. */
export const STOP_WORDS = new Set(
  'a about above after all also an and any api are as at available be been before by can data each endpoint every for from has have in including into is it its more most no none not of on one only or other out over per real-time request response returns service than that the their them there these they this those through time to tool tools under up use used uses using via when where which whether while who will with within without you your'.split(
    ' ',
  ),
);

/** Abbreviations that need no explanation. */
export const KNOWN_ABBREVIATIONS = new Set(
  'AI API CSV EU GPS HTTP HTTPS ID ISO IT JSON PDF REST SQL UK UN URL US USA UTC XML'.split(' '),
);

/** Words of programming, which somebody who decides need not know. */
export const JARGON = new Set(
  'api body boolean camelcase endpoint enum get grpc header http json jwt oauth parameter parameters payload post protobuf query regex rest schema string utf-8 uuid webhook yaml'.split(
    ' ',
  ),
);

/** Units that groups rule out when they have agreed on others. */
export const FOREIGN_UNITS = new Set(
  'acres beaufort celsius centimetres fahrenheit fathom fathoms feet foot gallons inch inches kelvin kilometres knot knots miles mph ounces pounds psi yard yards'.split(
    ' ',
  ),
);
