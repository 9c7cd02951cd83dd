/**
 * Timers in virtual time. Nobody waits for one: when the code has nothing else to wait for, the host fires the timer that
 * is due first. `Date.now` stays the clock. Timers stay from one call to the next, as libraries keep them.
 */
export const TIMERS_PRELUDE = `
  const timers = new Map();
  let lastTimer = 0;
  let virtualNow = 0;

  function startTimer(run, delay, args, isRepeated) {
    if (typeof run !== 'function') throw new TypeError('a timer needs a function');
    const id = (lastTimer += 1);
    const wait = Math.max(1, Number(delay) || 0);
    timers.set(id, { run, args, due: virtualNow + wait, every: isRepeated ? wait : null });
    return { ref() { return this; }, unref() { return this; }, hasRef: () => true, [Symbol.toPrimitive]: () => id };
  }

  function stopTimer(timer) {
    timers.delete(Number(timer));
  }

  /** Whether there was a timer to fire. */
  function fireTimer() {
    let first = null;
    for (const [id, { due }] of timers) if (first === null || due < timers.get(first).due) first = id;
    if (first === null) return false;
    const timer = timers.get(first);
    virtualNow = timer.due;
    if (timer.every === null) timers.delete(first);
    else timer.due += timer.every;
    timer.run(...timer.args);
    return true;
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
