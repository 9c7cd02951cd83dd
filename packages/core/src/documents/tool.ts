/** The program that made a report. */
export interface ReportTool {
  readonly name: string;
  readonly version: string;
  /** Page where readers learn more. */
  readonly informationUri?: string;
}
