/** Who made a report. */
export interface ReportTool {
  readonly name: string;
  readonly version: string;
  /** Where a reader learns more. */
  readonly informationUri?: string;
}
