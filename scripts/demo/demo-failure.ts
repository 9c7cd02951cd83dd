/** A step that did not end with 0, or a result that is not what it should be. */
export class DemoFailure extends Error {}
