interface SeedInvitation {
  code: string
  status: 'pending' | 'used' | 'expired' | 'revoked'
  by: string
  /** When the code was generated, in days before today. */
  made: number
  usedBy?: string
  note?: string
  /** The email address that the code was sent to. */
  sentTo?: string
  /** The person who revoked the code; its creator by default. */
  revokedBy?: string
  neverExpires?: boolean
}

export const invitations: readonly SeedInvitation[] = [
  { code: 'H4LV3S01', status: 'used', by: 'admin', made: 1002, usedBy: 'mara' },
  { code: 'R2M0SLIP', status: 'used', by: 'admin', made: 993, usedBy: 'ilse' },
  { code: '7TW0PEAS', status: 'used', by: 'mara', made: 999, usedBy: 'juno' },
  { code: '0XAM77LP', status: 'used', by: 'mara', made: 996, usedBy: 'kestrel' },
  { code: 'D3SKM0D1', status: 'used', by: 'admin', made: 962, usedBy: 'moderator' },
  { code: 'C1STERN8', status: 'used', by: 'mara', made: 932, usedBy: 'jonas' },
  { code: 'ST4CKS44', status: 'used', by: 'kestrel', made: 917, usedBy: 'owen' },
  { code: 'N0RDB00K', status: 'used', by: 'ilse', made: 892, usedBy: 'sofia' },
  { code: 'B41TZZ9C', status: 'used', by: 'juno', made: 702, usedBy: 'temi' },
  { code: 'SUNR1SE6', status: 'used', by: 'temi', made: 692, usedBy: 'nova' },
  { code: 'L00SEW1R', status: 'used', by: 'sofia', made: 612, usedBy: 'dae-jung' },
  {
    code: 'PP3N5D2E',
    status: 'expired',
    by: 'mara',
    made: 27,
    note: 'For the drummer who doesn’t read email',
    sentTo: 'rolf@snare.example',
  },
  { code: 'Q9WE22RT', status: 'revoked', by: 'mara', made: 12, note: 'Sent to the wrong chat' },
  { code: 'M4RCH1NG', status: 'expired', by: 'jonas', made: 19 },
  {
    code: 'F0GH0RN7',
    status: 'revoked',
    by: 'owen',
    made: 33,
    note: 'He’s asked three of us for a code',
    revokedBy: 'admin',
  },
  {
    code: 'BRASS2ND',
    status: 'expired',
    by: 'admin',
    made: 48,
    note: 'Second email, no answer',
    sentTo: 'booking@brassband.example',
  },
  { code: 'K7Q2XM0R', status: 'pending', by: 'mara', made: 1, note: 'For the promoter from Malmö' },
  {
    code: 'TR4MST0P',
    status: 'pending',
    by: 'nova',
    made: 3,
    note: 'The lighting designer',
    sentTo: 'ines@gobo.example',
  },
  {
    code: 'W3LC0ME2',
    status: 'pending',
    by: 'admin',
    made: 30,
    note: 'For guests who sign up at the office',
    neverExpires: true,
  },
  {
    code: 'H4RB0UR5',
    status: 'expired',
    by: 'admin',
    made: 12,
    note: 'Asked for by Ines Caldeira',
    sentTo: 'ines.c@portside.example',
  },
]

interface SeedRequest {
  full_name: string
  email: string
  occupation: string
  about: string
  links: string
  vouched_by: string
  status: 'pending' | 'approved' | 'declined'
  /** When the request was made, in days before today. */
  daysAgo: number
  /** The admin's message in the email that declined the request. */
  reply?: string
  /** The invitation code that the approval created. */
  code?: string
}

export const inviteRequests: readonly SeedRequest[] = [
  {
    full_name: 'Ragnar Ek',
    email: 'ragnar@ek.example',
    occupation: 'DJ',
    about: 'I’m in the band on the poster. The other poster.',
    links: '',
    vouched_by: '',
    status: 'declined',
    daysAgo: 20,
    reply: 'Lovely poster. Come back when the other one is yours too.',
  },
  {
    full_name: 'Ines Caldeira',
    email: 'ines.c@portside.example',
    occupation: 'Venue',
    about: 'Took over a harbour shed in Porto. Needs people who know why the load-in is at noon.',
    links: 'https://portside.example',
    vouched_by: 'Sofia Lind',
    status: 'approved',
    daysAgo: 13,
    code: 'H4RB0UR5',
  },
  {
    full_name: 'Aoife Brennan',
    email: 'aoife@lowend.example',
    occupation: 'Equipment hire',
    about: 'Rents out two rigs and one very large van.',
    links: 'https://lowend.example',
    vouched_by: 'Owen Faulk',
    status: 'pending',
    daysAgo: 5,
  },
  {
    full_name: 'Marco Tiele',
    email: 'marco@tiele.example',
    occupation: 'DJ, Producer',
    about: 'Eight years of warm-up sets. Would like to meet people who know what a warm-up is.',
    links: 'https://tiele.example',
    vouched_by: '',
    status: 'pending',
    daysAgo: 4,
  },
  {
    full_name: 'Lea Hartmann',
    email: 'lea@nachtamt.example',
    occupation: 'Promoter',
    about: 'Runs a Thursday in Leipzig, 200 people, no photos. Played support for Juno in May.',
    links: 'https://nachtamt.example',
    vouched_by: 'Juno Okafor',
    status: 'pending',
    daysAgo: 2,
  },
]
