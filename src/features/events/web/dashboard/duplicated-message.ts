/** Shown beside a duplicated event, whose line-up, team and codes are empty on purpose. */
export const duplicatedMessage =
  'This is the duplicate, on the same weekday of a coming week. Add its line-up, team and codes.'
