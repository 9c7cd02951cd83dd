/** Takes the exit code of the command that ran. */
export type Finish = (code: number) => void;
