export const WAIVER_REASON_MAX = 500
