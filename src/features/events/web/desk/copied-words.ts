/** Said beside a copy, whose line-up, people and codes are missing on purpose. */
export const copiedWords =
  'This is the copy, on the same weekday of a coming week. Its line-up, people and codes start anew.'
