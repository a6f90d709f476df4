type About =
  | { message: string }
  /** The reported person, by key. */
  | { person: string }

export type SeedReport = About & {
  /** The reports of this person or message: reporter, minutes before now, reason, and an optional note. */
  reports: readonly (readonly [
    reporter: string,
    minutes: number,
    reason: 'spam' | 'insult' | 'impersonation' | 'scam' | 'other',
    note?: string,
  ])[]
  takenBy?: string
  decided?: {
    by: string
    minutes: number
    decision: 'nothing' | 'hide' | 'hide_and_mute'
    /** The length of the mute in minutes. A mute by a moderator applies in all rooms. */
    muteMinutes?: number
    reason: string
  }
}

/** Sorted by the time of the first report, because reports are numbered in this order. */
export const reports: readonly SeedReport[] = [
  {
    message: 'Found: followers. Five thousand of them, unused, like new, write me.',
    reports: [
      ['owen', 2590, 'spam'],
      ['jonas', 2570, 'spam', 'The same message is in two other rooms.'],
    ],
    decided: {
      by: 'moderator',
      minutes: 2550,
      decision: 'hide_and_mute',
      muteMinutes: 1440,
      reason: 'Advertising. A day to read the description of the room.',
    },
  },
  {
    message: 'Whoever took my fog fluid: it isn’t a cordial',
    reports: [['nova', 290, 'other', 'It was me, and I’d rather not be discussed.']],
    decided: {
      by: 'moderator',
      minutes: 240,
      decision: 'nothing',
      reason: 'It doesn’t name anyone, and it’s good advice.',
    },
  },
  {
    person: 'dae-jung',
    takenBy: 'moderator',
    reports: [
      [
        'nova',
        40,
        'impersonation',
        'There are two Loose Wires on the radio now. One of them owes me a cable.',
      ],
    ],
  },
  {
    message: 'Rotary mixer, half price, today only. Gift cards preferred, no viewing.',
    reports: [['juno', 25, 'scam', 'No rotary has ever been half price.']],
  },
  {
    message: 'Followers, streams and bookings, cheap and fast, write me.',
    reports: [
      ['temi', 20, 'spam', 'Third room today'],
      ['sofia', 12, 'spam'],
    ],
  },
]

/** Mutes by a room's admin, in that room only. */
export const mutes = [
  {
    room: 'Gear swap',
    person: 'tom',
    by: 'kestrel',
    minutes: 45,
    forMinutes: 1440,
    reason: 'Gift cards aren’t gear.',
  },
] as const
