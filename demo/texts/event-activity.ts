/**
 * Other activity of organizers: promo codes, team members, guest lists, complimentary tickets, and messages to ticket
 * holders.
 */

export interface SeedPromoCode {
  event: string
  code: string
  /** Each code has either `percent` or `dollars`. */
  percent?: number
  dollars?: number
  limit?: number
  /** Number of orders that used the promo code. */
  used: number
}

export const promoCodes: readonly SeedPromoCode[] = [
  { event: 'Low Ceiling', code: 'CISTERN20', percent: 20, limit: 60, used: 23 },
  { event: 'Low Ceiling', code: 'STAIRS5', dollars: 5, limit: 10, used: 10 },
  { event: 'Blackout Rehearsal', code: 'CANDLE', percent: 15, limit: 40, used: 4 },
  { event: 'Dust & Diamonds', code: 'CREW10', percent: 10, used: 12 },
]

/** Team members of events; people are referenced by key. */
export const eventPeople: readonly {
  event: string
  person: string
  relation: 'manager' | 'check_in'
  daysAgo: number
}[] = [
  { event: 'Last Train Cancelled', person: 'jonas', relation: 'manager', daysAgo: 6 },
  { event: 'Last Train Cancelled', person: 'customer', relation: 'check_in', daysAgo: 2 },
  { event: 'Low Ceiling', person: 'owen', relation: 'manager', daysAgo: 8 },
  { event: 'Low Ceiling', person: 'tom', relation: 'check_in', daysAgo: 5 },
  { event: 'Basement Weather', person: 'owen', relation: 'check_in', daysAgo: 29 },
  { event: 'Ceiling Tiles', person: 'tom', relation: 'check_in', daysAgo: 4 },
]

/** `arrived` is set only for past events: how many people checked in. */
export type SeedGuest = readonly [name: string, plusOnes: number, guestOf: string, arrived?: number]

export const guestLists: Readonly<Record<string, readonly SeedGuest[]>> = {
  'Last Train Cancelled': [
    ['Rosa Delgado', 1, 'Juno Okafor'],
    ['The night bus driver', 0, 'the venue'],
    ['Winston Osei', 2, 'Marguerite Osei'],
    ['Ines Okafor', 1, 'Juno Okafor'],
    ['Paper Cuts, their mother', 0, 'Paper Cuts'],
  ],
  'Low Ceiling': [
    ['Hedda Voss', 1, 'Mara Voss'],
    ['Groove Ledger', 1, 'press'],
    ['Frau Lindner from upstairs', 3, 'the venue'],
    ['Jo Frey', 0, 'Ottoline Frey'],
    ['The plumber', 1, 'the venue'],
  ],
  'Basement Weather': [
    ['Hedda Voss', 1, 'Mara Voss', 2],
    ['Frau Lindner from upstairs', 3, 'the venue', 3],
    ['Milan Reyes', 0, 'Nova Reyes', 1],
    ['Groove Ledger', 1, 'press', 0],
    ['Otto Brandt', 2, 'Brandt & Sohn', 3],
  ],
}

/** Complimentary tickets. */
export const gifts: readonly {
  event: string
  type: string
  quantity: number
  name: string
  email: string
  daysAgo: number
}[] = [
  {
    event: 'Low Ceiling',
    type: 'General Admission',
    quantity: 2,
    name: 'Radio Untertage',
    email: 'desk@radio.example',
    daysAgo: 7,
  },
  {
    event: 'Low Ceiling',
    type: 'General Admission',
    quantity: 1,
    name: 'Greta Lindner',
    email: 'greta.lindner@mail.example',
    daysAgo: 4,
  },
  {
    event: 'Dust & Diamonds',
    type: 'General Admission',
    quantity: 2,
    name: 'Aisling Byrne',
    email: 'aisling.byrne@mail.example',
    daysAgo: 3,
  },
]

export const holderMessages: readonly { event: string; daysAgo: number; subject: string; body: string }[] = [
  {
    event: 'Low Ceiling',
    daysAgo: 2,
    subject: 'The stairs, and the other stairs',
    body: 'Hello all,\n\nthe front stairs are being painted, so we come in through the yard: green door, one flight down, mind your head. Doors are still at eleven.\n\nJonas',
  },
]

/** The waitlist of the sold-out event, in order: person, seats, days ago. */
export const waiting: {
  event: string
  type: string
  line: readonly (readonly [person: string, quantity: number, daysAgo: number])[]
} = {
  event: 'Dancing in the Dark Matter',
  type: 'General Admission',
  line: [
    ['customer', 2, 4.6],
    ['owen', 1, 4.1],
    ['tom', 2, 3.3],
    ['sofia', 4, 2.2],
    ['dae-jung', 1, 0.9],
  ],
}

/** Transfers of one ticket: completed ones have `to`, pending ones have `email`. */
export const transfers: readonly {
  event: string
  type: string
  from: string
  to?: string
  email?: string
  daysAgo: number
}[] = [
  { event: 'Soft Machinery', type: 'Gallery', from: 'tom', to: 'customer', daysAgo: 3 },
  {
    event: 'Low Ceiling',
    type: 'General Admission',
    from: 'customer',
    email: 'kit.wilder@mail.example',
    daysAgo: 1,
  },
]
