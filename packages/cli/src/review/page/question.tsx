import type { ShownPrompt } from '../wire.js';
import { type OpenPrompt, parseScore, problemsAt, type Score, textAt } from './part.js';
import type { Actions } from './state.js';

type Question = ShownPrompt['view']['questions'][number];

interface Props {
  readonly open: OpenPrompt;
  readonly at: number;
  readonly naReasons: readonly string[];
  readonly actions: Actions;
}

const STEPS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];

export function QuestionCard({ open, at, naReasons, actions }: Props) {
  const question = open.view.questions[at] as Question;
  const answer = open.part.answers[at];
  if (!answer) return null;
  const field = `/answers/${at}`;
  const { lead, rest } = splitAsk(question.ask);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys for scores work while it has the focus.
    <section class="card question" data-question={at} tabIndex={0} aria-labelledby={`ask-${at}`}>
      <h3 id={`ask-${at}`}>
        <span class="soft">{at + 1} </span>
        {lead}
      </h3>
      {rest && <p>{rest}</p>}
      {question.anchors && <Anchors anchors={question.anchors} />}
      <details class="examples">
        <summary>Examples</summary>
        <p>
          <b>Strong</b> {question.strong}
        </p>
        <p>
          <b>Weak</b> {question.weak}
        </p>
      </details>
      <ScoreButtons open={open} at={at} question={question} actions={actions} />
      {answer.score === 'n/a' && (
        <ChoiceField
          open={open}
          field={`${field}/naReason`}
          label="Why it cannot be judged"
          choices={naReasons}
          actions={actions}
        />
      )}
      <TextField open={open} field={`${field}/reasoning`} label="Reason" isLong actions={actions} />
      <TextField
        open={open}
        field={`${field}/evidence`}
        label="Evidence (optional): where it can be seen"
        isOptional
        actions={actions}
      />
      <Faults open={open} field={field} />
    </section>
  );
}

/** The question itself stands before what it says on how to answer. */
function splitAsk(ask: string): { readonly lead: string; readonly rest: string } {
  const end = ask.indexOf('? ') + 1;
  return end === 0 ? { lead: ask, rest: '' } : { lead: ask.slice(0, end), rest: ask.slice(end + 1) };
}

function Anchors({ anchors }: { readonly anchors: NonNullable<Question['anchors']> }) {
  return (
    <dl class="anchors">
      {([5, 3, 1] as const).map((score) => (
        <div key={score}>
          <dt>{score}</dt>
          <dd>{anchors[score]}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ScoreProps extends Omit<Props, 'naReasons'> {
  readonly question: Question;
}

function ScoreButtons({ open, at, question, actions }: ScoreProps) {
  const score = open.part.answers[at]?.score ?? null;
  const isScale = question.scoreType === 'scale-1-5';
  const button = (value: Score, text: string, kind = '') => (
    <button
      key={text}
      type="button"
      class={`score ${kind}`}
      aria-pressed={score === value}
      onClick={() => actions.score(at, value)}
    >
      {text}
    </button>
  );
  const isTyped = score !== null && score !== 'n/a' && !STEPS.some((value) => value === score);
  const field = `/answers/${at}/score`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div class="scores" role="group" aria-label="Score">
      {isScale && (
        <div class="steps">
          {STEPS.map((value) => button(value, String(value), Number.isInteger(value) ? '' : 'half'))}
        </div>
      )}
      <div class="words">
        {!isScale && button('pass', 'pass')}
        {!isScale && button('fail', 'fail')}
        {button('n/a', 'n/a')}
        {isScale && (
          <label class="typed">
            <span>or type</span>
            <input
              type="text"
              inputMode="decimal"
              size={5}
              data-own-undo
              {...described(open, field)}
              // The browser keeps what is being typed; drawing it again would take a dot away.
              ref={(input) => {
                if (input && document.activeElement !== input) input.value = isTyped ? String(score) : '';
              }}
              onChange={({ currentTarget }) => actions.score(at, parseScore(currentTarget.value))}
            />
          </label>
        )}
      </div>
      <Faults open={open} field={field} />
    </div>
  );
}

interface TextFieldProps {
  readonly open: OpenPrompt;
  readonly field: string;
  readonly label: string;
  readonly isLong?: boolean;
  /** Absent from the hand-in while it is empty. */
  readonly isOptional?: boolean;
  readonly actions: Actions;
}

export function TextField({
  open,
  field,
  label,
  isLong = false,
  isOptional = false,
  actions,
}: TextFieldProps) {
  const shared = {
    value: textAt(open.part, field),
    ...described(open, field),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      actions.write(field, isOptional && currentTarget.value === '' ? undefined : currentTarget.value),
  };
  return (
    <div class="field">
      <label for={field}>{label}</label>
      {isLong ? <textarea rows={2} {...shared} /> : <input type="text" {...shared} />}
      <Faults open={open} field={field} />
    </div>
  );
}

interface ChoiceFieldProps extends Omit<TextFieldProps, 'isLong' | 'isOptional'> {
  readonly choices: readonly string[];
}

/** One of a closed list; nothing is chosen at first. */
export function ChoiceField({ open, field, label, choices, actions }: ChoiceFieldProps) {
  return (
    <div class="field">
      <label for={field}>{label}</label>
      <select
        value={textAt(open.part, field)}
        {...described(open, field)}
        onChange={({ currentTarget }) => actions.choose(field, currentTarget.value)}
      >
        <option value="">choose one</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice.replaceAll('-', ' ')}
          </option>
        ))}
      </select>
      <Faults open={open} field={field} />
    </div>
  );
}

/** The attributes that tie a field to its faults. */
function described(open: OpenPrompt, field: string) {
  const isFaulty = problemsAt(open.problems, field).length > 0;
  return { id: field, ...(isFaulty && { 'aria-invalid': true, 'aria-describedby': `${field}:faults` }) };
}

/** What the last check found at a field. */
export function Faults({ open, field }: { readonly open: OpenPrompt; readonly field: string }) {
  const found = problemsAt(open.problems, field);
  if (found.length === 0) return null;
  const isEmpty = field !== '' && textAt(open.part, field) === '';
  return (
    <span class="faults" id={`${field}:faults`}>
      {found.map(({ code, message }) => (
        <span key={code + message}>
          {/* Hints of the hand-in speak to whoever writes a file. */}
          {isEmpty ? 'Missing' : message}. <code class="soft">{code}</code>
        </span>
      ))}
    </span>
  );
}
