/**
 * Timers in virtual time. Nobody waits for one: when the code has nothing else to wait for, the host fires the timer that
 * is due first. `Date.now` stays the clock. Timers stay from one call to the next, as libraries keep them, and belong to
 * the call that made them.
 */
export const TIMERS_PRELUDE = `
  const timers = new Map();
  let lastTimer = 0;
  let virtualNow = 0;
  let foundTimer = null;
  // Number of the command whose work runs.
  let owner = 0;

  function startTimer(run, delay, args, isRepeated) {
    if (typeof run !== 'function') throw new TypeError('a timer needs a function');
    const id = (lastTimer += 1);
    const asked = Number(delay);
    // As in Node, where a delay out of range is 1.
    const wait = asked >= 1 && asked <= 0x7fffffff ? asked : 1;
    timers.set(id, { run, args, owner, due: virtualNow + wait, every: isRepeated ? wait : null });
    return { ref() { return this; }, unref() { return this; }, hasRef: () => true, [Symbol.toPrimitive]: () => id };
  }

  function stopTimer(timer) {
    timers.delete(Number(timer));
  }

  /** Finds the timer to fire next, and gives the number of the command that made it; 0 if there is none. */
  function findTimer() {
    foundTimer = null;
    for (const [id, { due }] of timers) if (foundTimer === null || due < timers.get(foundTimer).due) foundTimer = id;
    return foundTimer === null ? 0 : timers.get(foundTimer).owner;
  }

  function fireTimer() {
    const timer = timers.get(foundTimer);
    virtualNow = timer.due;
    if (timer.every === null) timers.delete(foundTimer);
    else timer.due += timer.every;
    timer.run(...timer.args);
  }

  function dropLeftTimers() {
    for (const [id, timer] of timers) if (timer.owner !== current) timers.delete(id);
    return 0;
  }

  Object.entries({
    setTimeout: (run, delay, ...args) => startTimer(run, delay, args, false),
    setInterval: (run, delay, ...args) => startTimer(run, delay, args, true),
    setImmediate: (run, ...args) => startTimer(run, 0, args, false),
    clearTimeout: stopTimer,
    clearInterval: stopTimer,
    clearImmediate: stopTimer,
  }).forEach(([name, value]) => define(name, value));
`;
