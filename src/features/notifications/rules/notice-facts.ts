/** What the words and the mail of a notice are made from. Each kind brings its own part; what is missing is left out. */
export interface NoticeFacts {
  /** What somebody wrote with a request to connect. */
  note?: string | null
  /** The event's title, else the kind of night; of a room its name. */
  title?: string | null
  location?: string | null
  /** IANA, of the place. */
  timezone?: string | null
  /** The night it belongs to, `2026-12-18`, where that is not simply the day on which it starts. */
  night?: string | null
  /** ISO. */
  startsAt?: string | null
  endsAt?: string | null
  feeCents?: number | null
  depositCents?: number | null
  hospitality?: string | null
  technical?: string | null
  message?: string | null
  /** ISO. */
  answerBy?: string | null
  /** Whoever reads it is the one who plays, or helps: an offer is then money for them, otherwise money asked of them. */
  youPlay?: boolean
  /** Stars of a review. */
  rating?: number | null
}
