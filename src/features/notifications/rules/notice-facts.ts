/** The data that the text of a notification and its email are made from. Each kind fills in its own part. */
export interface NoticeFacts {
  /** The message of a connection request, the reason of a moderator, or the subject of a report. */
  note?: string | null
  /** The title or type of the event, the name of the room, or the number of the report. */
  title?: string | null
  location?: string | null
  /** IANA, of the place. */
  timezone?: string | null
  /** The date it counts to, `2026-12-18`, where that differs from the day on which it starts. */
  day?: string | null
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
  /** True when the reader plays or helps: an offer is then money for them, otherwise money they are asked to pay. */
  youPlay?: boolean
  /** How long a mute lasts. */
  minutes?: number | null
  /** Stars of a review. */
  rating?: number | null
}
