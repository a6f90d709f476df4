/** Shown beside a duplicate, whose line-up, team and codes are empty on purpose. */
export const copiedWords =
  'This is the copy, on the same weekday of a coming week. Its line-up, people and codes start anew.'
