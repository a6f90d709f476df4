export interface SeedRoom {
  name: string
  description: string
  type: 'public' | 'private' | 'genre'
  genre?: string
  /** How people join a private room. */
  joinBy?: 'invitation' | 'request'
  isArchived?: true
  by: string
  /** Members of the room, besides its creator and the authors of messages. */
  listeners: readonly string[]
  /** Number of unread messages by person; people who aren't listed have read everything. */
  unread?: Readonly<Record<string, number>>
  /** Pending invitations by the creator, and pending requests to join. */
  invited?: readonly string[]
  joinRequests?: readonly string[]
  /** Oldest first: the author, minutes before now, the text. A `null` is a deleted account. */
  messages: readonly (readonly [author: string | null, minutes: number, text: string, edited?: 'edited'])[]
}

export type SeedConversation = { between: readonly [string, string] } & Pick<SeedRoom, 'unread' | 'messages'>

export const rooms: readonly SeedRoom[] = [
  {
    name: 'Load-in',
    description: 'Getting there, getting in, getting the case up the stairs.',
    type: 'public',
    by: 'owen',
    listeners: ['mara', 'nova', 'moderator'],
    unread: { mara: 3, juno: 3, owen: 2, jonas: 1 },
    messages: [
      ['owen', 2900, 'The ramp at Carriage Works is open again. The lift is still out of order.'],
      ['juno', 2874, 'Is the goods entrance still round the back, or is that out of order too'],
      ['kestrel', 2870, 'How out of order'],
      ['owen', 2868, 'It goes up, but the doors don’t close. Please use the ramp.'],
      ['ilse', 1520, 'Anyone else stuck at the border?'],
      ['temi', 1512, 'Third hour. They’re very interested in the field recorder.'],
      ['sofia', 65, 'The visa letters went out this morning. Please check your spam folder.'],
      ['temi', 58, 'Found mine between two offers for followers. Thank you'],
    ],
  },
  {
    name: 'Lost and found',
    description: 'Caps, cables, one shoe.',
    type: 'public',
    by: 'moderator',
    listeners: ['ilse', 'sofia', 'jonas'],
    messages: [
      [
        'jonas',
        4300,
        'One left shoe, size 41, under the booth at The Cistern. It’s been there since Basement Weather.',
      ],
      ['nova', 4210, 'I played barefoot that night, but for other reasons'],
      ['tom', 2600, 'Found: followers. Five thousand of them, unused, like new, write me.'],
      ['owen', 900, 'I found a trumpet in a case, and some sandwiches.'],
      ['moderator', 885, 'Keep the trumpet. The sandwiches have a time limit.'],
      ['kestrel', 300, 'Whoever took my fog fluid: it isn’t a cordial', 'edited'],
    ],
  },
  {
    name: 'Gear swap',
    description: 'Lend, swap, sell. No offers in the other rooms.',
    type: 'public',
    by: 'kestrel',
    listeners: ['mara', 'juno'],
    messages: [
      ['dae-jung', 5100, 'Looking for a tape delay that misbehaves. Mine has started to behave.'],
      ['mara', 5080, 'Mine isn’t for sale but it can give lessons'],
      ['owen', 130, 'I’m giving away two monitor wedges. Collect them in Leeds.'],
      ['kestrel', 121, 'Mine. Van at six?'],
      ['owen', 119, 'Six is fine. I’ll be at the loading door.'],
      ['tom', 52, 'Rotary mixer, half price, today only. Gift cards preferred, no viewing.'],
      ['nova', 31, 'Who has a 3-pin for the booth on Sunday?'],
    ],
  },
  {
    name: 'Promoters NL',
    description: 'Dates, curfews and the harbour master.',
    type: 'public',
    by: 'ilse',
    listeners: ['mara'],
    unread: { mara: 1, sofia: 1 },
    messages: [
      ['ilse', 3000, 'Harbour master says one o’clock and means half past twelve.'],
      ['sofia', 2950, 'The last tram is at 00:48. I’ll add it to the set times.'],
      ['jonas', 1440, 'I’m taking the 11th for Low Ceiling. Please keep that date clear.'],
      ['ilse', 14, 'Set times are up. Doors 22:00, first record 22:05.'],
    ],
  },
  {
    name: 'Four to the floor',
    description: 'House, in all its rooms.',
    type: 'genre',
    genre: 'House',
    by: 'juno',
    listeners: ['ilse', 'moderator'],
    messages: [
      ['juno', 2600, 'Someone asked me for a request. In writing. With a stamp.'],
      ['kestrel', 2590, 'Was it good at least'],
      ['juno', 2588, 'It was very good. I didn’t play it.'],
      ['temi', 700, 'The B-side of that is better'],
      ['juno', 48, 'Two guest list spots left for No Requests'],
      ['mara', 44, 'One of those is mine, I’m playing'],
    ],
  },
  {
    name: 'Deep end',
    description: 'Under 122 bpm, over 3 a.m. IDs, edits and long blends.',
    type: 'genre',
    genre: 'Deep House',
    by: 'temi',
    listeners: ['nova', 'sofia'],
    messages: [
      ['temi', 190, 'Recording from Lagos is up'],
      ['dae-jung', 185, 'The generator on it’s in tune. Was that on purpose'],
      ['tom', 35, 'Followers, streams and bookings, cheap and fast, write me.'],
      [
        'temi',
        30,
        'That record at the end of your set at Loom Hall, the one with the rain on it. ID please.',
      ],
      ['temi', 29, 'I’ve been humming it for nine days and my flatmate’s moving out.'],
      [null, 26, 'Seconded'],
      ['mara', 18, 'White label. The rain’s real, the window was open.'],
      ['mara', 17, 'I’ll bring a spare to Leeds on the 5th'],
      ['juno', 16, 'This is how she gets you to come to Leeds'],
      ['juno', 9, 'Doors 23:00. Two list spots left, first two thumbs get them.', 'edited'],
      ['temi', 2, 'That 118 bpm thing you played at Loom Hall, ID please'],
    ],
  },
  {
    name: 'Peak time',
    description: 'Techno and what to do about it.',
    type: 'genre',
    genre: 'Techno',
    by: 'mara',
    listeners: ['dae-jung', 'admin'],
    messages: [
      ['mara', 2000, 'Three decks at The Cistern now. Jonas found one.'],
      ['jonas', 1990, 'I bought it on Tuesday. It’s set up and tested.'],
      ['nova', 1400, 'Does the delay come with you or do you come with the delay'],
      ['mara', 1390, 'It’s got its own seat'],
      ['mara', 60, 'Soundcheck moved to 19:30'],
      ['kestrel', 6, 'Fog machine for Friday: sorted'],
    ],
  },
  {
    name: 'Hands',
    description: 'Trance. Both of them, in the air.',
    type: 'genre',
    genre: 'Trance',
    by: 'nova',
    listeners: ['ilse'],
    messages: [
      ['nova', 3600, 'Sunrise on the roof is at 05:53. I’d like the breakdown at 05:51.'],
      ['ilse', 3580, 'And if it’s cloudy'],
      ['nova', 3578, 'Then the breakdown is at 05:51'],
      ['temi', 820, 'Bring a jumper this time'],
    ],
  },
  {
    name: 'Hard shoulder',
    description: 'Hard House. Keep left.',
    type: 'genre',
    genre: 'Hard House',
    by: 'kestrel',
    listeners: ['owen', 'mara', 'moderator'],
    unread: { owen: 1 },
    messages: [
      ['kestrel', 3300, 'The hoover isn’t a sample, it’s a hoover. I’ve got the receipt.'],
      ['juno', 3290, 'Does it still do carpets'],
      ['kestrel', 3288, 'Only at 150'],
      ['dae-jung', 410, 'Someone’s mixing my field recordings of a ring road into this. Good.'],
      ['kestrel', 402, 'The ring road was out of key. I’ve moved it.'],
    ],
  },
  {
    name: 'Slow build',
    description: 'Progressive House. It gets there.',
    type: 'genre',
    genre: 'Progressive House',
    by: 'ilse',
    listeners: ['sofia', 'mara'],
    messages: [
      ['ilse', 4000, 'Eleven minutes isn’t an intro, it’s manners'],
      ['nova', 3940, 'The tram driver disagrees'],
      ['ilse', 3935, 'The tram driver has never heard the second half'],
      ['sofia', 640, 'I’ve heard it. I stayed until the end.'],
    ],
  },
  {
    name: 'After hours',
    description: 'What was said after the lights came on. Stays here.',
    type: 'private',
    joinBy: 'request',
    by: 'ilse',
    listeners: ['owen', 'moderator'],
    unread: { owen: 2 },
    joinRequests: ['temi'],
    messages: [
      ['ilse', 2200, 'Nobody here’s on the record. Not even on the B-side.'],
      ['kestrel', 2190, 'Then the fog fluid was me'],
      ['nova', 2188, 'We knew'],
      ['jonas', 510, 'The curfew was half an hour earlier than I told you, so that we’d finish on time.'],
      ['ilse', 505, 'It worked. Do it again.'],
    ],
  },
  {
    name: 'Room 2, upstairs',
    description: 'For everyone who carries a crate up those stairs.',
    type: 'private',
    joinBy: 'invitation',
    by: 'juno',
    listeners: [],
    invited: ['mara'],
    messages: [
      ['juno', 1700, 'The key is where the key was'],
      ['owen', 1690, 'The key’s in my van. I’ll bring it at six.'],
      ['juno', 1688, 'That is where the key was'],
      ['juno', 95, 'Asking Mara up here. She’s got her own stairs, she’ll understand.'],
    ],
  },
  {
    name: 'Basement Weather, the van',
    description: 'Over. Everybody got home, apart from one shoe.',
    type: 'public',
    isArchived: true,
    by: 'mara',
    listeners: ['owen'],
    messages: [
      ['mara', 60_500, 'Van leaves at 14:00 with or without the tape delay'],
      ['temi', 60_490, 'It has its own seat, you said'],
      ['mara', 60_480, 'It does. Leave one for Temi.'],
      ['jonas', 58_000, 'I’m home too. Did someone lose a shoe?'],
    ],
  },
]

/** Conversations between two people, opened by the first one. */
export const conversations: readonly SeedConversation[] = [
  {
    between: ['juno', 'mara'],
    unread: { mara: 1 },
    messages: [
      ['juno', 4600, 'Are you bringing the tape delay on Friday?'],
      ['mara', 4590, 'It’s bringing me'],
      ['juno', 4588, 'Same train?'],
      ['mara', 4570, '14:03 from Gesundbrunnen, coach 9. It wants the window.', 'edited'],
      ['juno', 75, 'You’ve got an invitation to Room 2. Don’t make me ask in writing, with a stamp.'],
    ],
  },
]
