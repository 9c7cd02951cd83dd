import type { ComponentChildren } from 'preact';
import { KEYS } from './keys.js';
import type { OpenPrompt } from './part.js';
import { ChoiceField, Faults, QuestionCard, TextField } from './question.js';
import type { Saving } from './saver.js';
import type { Actions, State } from './state.js';

interface Props {
  readonly state: State;
  readonly actions: Actions;
}

export function Page({ state, actions }: Props) {
  const { run, open, closed, end, saving } = state;
  if (closed !== null) return <Notice heading="This page is closed">{closed}</Notice>;
  if (end) return <Ended state={state} />;
  if (!run) return <Notice heading="One moment">The run is being read.</Notice>;
  return (
    <>
      <Header state={state} actions={actions} />
      <p class="alert" role="alert">
        {state.alert || (saving.state === 'failed' && `Not saved: ${saving.text}`)}
      </p>
      <main>
        {open ? (
          <Prompt key={open.number} open={open} state={state} actions={actions} />
        ) : (
          <p>Reading the prompt.</p>
        )}
      </main>
      {state.dialog === 'keys' && <KeysDialog actions={actions} />}
      {state.dialog === 'hand-in' && <HandInDialog state={state} actions={actions} />}
    </>
  );
}

function Notice({ heading, children }: { readonly heading: string; readonly children: ComponentChildren }) {
  return (
    <main class="notice">
      <h1>{heading}</h1>
      <p>{children}</p>
    </main>
  );
}

/** What the status of a target says of its parts. */
const MEANING: Readonly<Record<string, string>> = {
  operational: 'each of its parts is graded A or B',
  partial: 'not all of its parts are graded A or B',
  rejected: 'a veto rejects one of its parts',
};

function Ended({ state: { end, run } }: Pick<Props, 'state'>) {
  const { rollupStatus: status, rollupGrade } = end ?? {};
  return (
    <Notice heading="Handed in">
      Your answers about {run?.target} were accepted.{' '}
      {status
        ? `It is now ${status}${rollupGrade ? `, grade ${rollupGrade}` : ''}: ${MEANING[status] ?? 'none of its parts has a grade yet'}.`
        : 'Your opinion is recorded, and changes no grade.'}{' '}
      The command has ended. Its terminal{' '}
      {status ? 'shows the grades and the next command' : 'names the file'}; you can close this page.
    </Notice>
  );
}

function Header({ state, actions }: Props) {
  const { run, at, saving } = state;
  const prompts = run?.prompts ?? [];
  const answered = prompts.filter((prompt) => prompt.answered).length;
  return (
    <header class="top">
      <h1>
        {run?.isOpinion ? 'Second opinion on' : 'Review of'} {run?.target}{' '}
        <span class="soft">by {run?.by}</span>
      </h1>
      <nav aria-label="Prompts">
        <button type="button" aria-label="Prompt before" onClick={() => actions.goBy(-1)}>
          ‹
        </button>
        <select
          aria-label="Prompt"
          value={at}
          onChange={({ currentTarget }) => actions.goTo(Number(currentTarget.value))}
        >
          {[...new Set(prompts.map(({ area }) => area))].map((area) => (
            <optgroup key={area} label={area}>
              {prompts
                .filter((prompt) => prompt.area === area)
                .map((prompt) => (
                  <option key={prompt.number} value={prompt.number}>
                    {prompt.answered ? '✓' : prompt.begun ? '…' : '○'} {prompt.number}. {prompt.subject}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        <button type="button" aria-label="Next prompt" onClick={() => actions.goBy(1)}>
          ›
        </button>
      </nav>
      <div class="standing">
        <SavingNote saving={saving} />
        <button type="button" onClick={() => actions.show('keys')}>
          Keys <kbd>?</kbd>
        </button>
        <button type="button" class="main" onClick={() => actions.show('hand-in')}>
          Hand in
        </button>
      </div>
      <progress max={prompts.length} value={answered} aria-label="Answered prompts" />
      <p class="soft small count">
        {answered} of {prompts.length} prompts answered. Read the material, then give each question a score
        and a reason.{' '}
        {run?.isOpinion ? 'A second opinion changes no grade.' : 'Nothing is graded until you hand in.'}
      </p>
    </header>
  );
}

function SavingNote({ saving }: { readonly saving: Saving }) {
  const at = saving.state === 'saved' ? new Date(saving.at).toTimeString().slice(0, 8) : '';
  const notes = { idle: '', waiting: 'saving …', saved: `saved ${at}`, failed: 'not saved' };
  return (
    <span class={`note small ${saving.state === 'failed' ? 'failed' : 'soft'}`}>{notes[saving.state]}</span>
  );
}

interface PromptProps extends Props {
  readonly open: OpenPrompt;
}

function Prompt({ open, state, actions }: PromptProps) {
  return (
    <div class="prompt">
      <Material open={open} state={state} actions={actions} />
      <div class="questions">
        <h2 class="away">Questions</h2>
        {open.view.questions.map(({ questionId }, at) => (
          <QuestionCard
            key={questionId}
            open={open}
            at={at}
            naReasons={state.run?.naReasons ?? []}
            actions={actions}
          />
        ))}
        <Hints open={open} state={state} actions={actions} />
        <Veto open={open} state={state} actions={actions} />
        <Faults open={open} field="" />
        <p class="end">
          <button type="button" class="main" id="check" onClick={actions.check}>
            Check and go on <kbd>Ctrl Enter</kbd>
          </button>
          <button type="button" onClick={actions.undo} disabled={open.past.length === 0}>
            Undo <kbd>Ctrl Z</kbd>
          </button>
        </p>
      </div>
    </div>
  );
}

function Material({ open: { view }, state, actions }: PromptProps) {
  const [area, ...subject] = view.title.split('/');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what scrolls by itself.
    <section class="material" aria-labelledby="title" tabIndex={0}>
      <h2 id="title" tabIndex={-1}>
        <span class="soft small">{area}</span> {subject.join('/')}
      </h2>
      <details
        open={state.isIntroOpen}
        onToggle={({ currentTarget }) => actions.keepIntro(currentTarget.open)}
      >
        <summary>Before you start</summary>
        <ul>
          {view.instructions.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
      {view.persona && (
        <div class="persona">
          <h3>
            Answer as {view.persona.basePersonaId}, lens {view.persona.lensId}
          </h3>
          {view.persona.cards.map(({ title, text }) => (
            <p key={title}>
              <b>{title}</b>: {text}
            </p>
          ))}
        </div>
      )}
      {view.predecessors.length > 0 && (
        <>
          <h3>Grades it builds on</h3>
          <ul>
            {view.predecessors.map(({ node, grade, status }) => (
              <li key={node}>
                {node}: {grade}, {status}
              </li>
            ))}
          </ul>
        </>
      )}
      {view.material.map(({ title, text }, at) => (
        <div key={`${at}`}>
          <h3>{title}</h3>
          <pre>{text}</pre>
        </div>
      ))}
    </section>
  );
}

function Hints({ open, state, actions }: PromptProps) {
  return (
    <section class="card" aria-labelledby="hints">
      <h3 id="hints">Hints for the author (optional)</h3>
      <p class="soft small">What you would change in the source. Hints change no score.</p>
      {open.part.improvementHints.map((_, at) => {
        const field = `/improvementHints/${at}`;
        return (
          <fieldset key={`${at}`}>
            <legend>Hint {at + 1}</legend>
            <TextField
              open={open}
              field={`${field}/targetField`}
              label="Field of the source"
              actions={actions}
            />
            <TextField
              open={open}
              field={`${field}/suggestion`}
              label="Suggestion"
              isLong
              actions={actions}
            />
            <ChoiceField
              open={open}
              field={`${field}/priority`}
              label="Priority"
              choices={state.run?.priorities ?? []}
              actions={actions}
            />
            <Faults open={open} field={field} />
            <button type="button" onClick={() => actions.choose(field, undefined)}>
              Remove hint {at + 1}
            </button>
          </fieldset>
        );
      })}
      <button type="button" onClick={actions.addHint}>
        Add a hint
      </button>
    </section>
  );
}

function Veto({ open, state, actions }: PromptProps) {
  const { veto } = open.part;
  return (
    <details class="card" open={veto ? true : undefined}>
      <summary>Veto</summary>
      <p class="warning">
        A veto rejects the subject, whatever its scores. Give one only for what you can prove from the
        material.
      </p>
      {veto ? (
        <>
          <ChoiceField
            open={open}
            field="/veto/triggeredBy"
            label="Ground"
            choices={state.run?.vetoes ?? []}
            actions={actions}
          />
          <TextField open={open} field="/veto/evidence" label="Evidence" isLong actions={actions} />
          <TextField open={open} field="/veto/reasoning" label="Reason" isLong isOptional actions={actions} />
          <Faults open={open} field="/veto" />
          <button type="button" onClick={() => actions.choose('/veto', undefined)}>
            Remove the veto
          </button>
        </>
      ) : (
        <button type="button" onClick={() => actions.choose('/veto', { triggeredBy: '', evidence: '' })}>
          Raise a veto
        </button>
      )}
    </details>
  );
}

interface DialogProps {
  readonly name: string;
  readonly actions: Actions;
  readonly children: ComponentChildren;
}

/** A modal dialog: the browser keeps the focus in it, and gives it back. */
function Dialog({ name, actions, children }: DialogProps) {
  return (
    <dialog
      aria-labelledby="dialog"
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal();
      }}
      onClose={() => actions.show(null)}
    >
      <h2 id="dialog">{name}</h2>
      {children}
    </dialog>
  );
}

function KeysDialog({ actions }: Pick<Props, 'actions'>) {
  return (
    <Dialog name="Keys" actions={actions}>
      <table>
        <tbody>
          {KEYS.map(([keys, what]) => (
            <tr key={keys}>
              <th scope="row">{keys}</th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft small">Score keys work while a question has the focus, but not inside its fields.</p>
      <button type="button" class="main" onClick={actions.closeDialog}>
        Close
      </button>
    </Dialog>
  );
}

function HandInDialog({ state, actions }: Props) {
  const prompts = state.run?.prompts ?? [];
  const answered = prompts.filter((prompt) => prompt.answered).length;
  const missing = prompts.length - answered;
  return (
    <Dialog name="Hand in" actions={actions}>
      {answered === 0 && <p>No prompt is answered completely yet.</p>}
      {answered > 0 && missing > 0 && (
        <p>
          {answered} of {prompts.length} prompts are answered. The others are left out
          {state.run?.isOpinion ? '.' : ', and the next run asks about them again.'}
        </p>
      )}
      {missing === 0 && <p>All {prompts.length} prompts are answered.</p>}
      {answered > 0 && <p>What is handed in cannot be changed afterwards.</p>}
      {state.refusals.length > 0 && (
        <ul class="faults" role="alert">
          {state.refusals.map(({ code, message, hint }) => (
            <li key={code + message}>
              {message}. {hint} <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
      <p class="end">
        {answered > 0 && (
          <button type="button" class="main" onClick={() => actions.handIn(missing > 0)}>
            Hand in {answered === 1 ? '1 prompt' : `${answered} prompts`} as {state.run?.by}
          </button>
        )}
        <button type="button" onClick={actions.closeDialog}>
          Go on answering
        </button>
      </p>
    </Dialog>
  );
}
