export interface SeedPerson {
  /** Identifies the person in the data files. Also the part of their email address before the @. */
  key: string
  fullName: string
  role: 'admin' | 'moderator' | 'user' | 'customer'
  memberTypes: readonly string[]
  /** When the person joined, in days before today. */
  joined: number
  isVerified: boolean
  location: string
  /** IANA name. */
  zone?: string
  bio: string
  djName?: string
  phone?: string
  equipment?: readonly string[]
  socialLinks?: readonly { label: string; url: string }[]
}

export const staff: readonly SeedPerson[] = [
  {
    key: 'admin',
    fullName: 'Hanna Wolff',
    role: 'admin',
    memberTypes: ['promoter'],
    joined: 1010,
    isVerified: true,
    location: 'Berlin, DE',
    bio: 'Keeps the lights on and the guest list short.',
  },
  {
    key: 'moderator',
    fullName: 'Noor Haddad',
    role: 'moderator',
    memberTypes: ['media'],
    joined: 960,
    isVerified: true,
    location: 'Marseille, FR',
    bio: 'Reads every room so that you don’t have to. Writes about sound systems when nobody is arguing.',
  },
]

export const colleagues: readonly SeedPerson[] = [
  {
    key: 'jonas',
    fullName: 'Jonas Wirth',
    role: 'user',
    memberTypes: ['promoter'],
    joined: 930,
    isVerified: true,
    location: 'Berlin, DE',
    bio: 'Runs the Fridays at The Cistern: three hundred people, one room, no photographs. Pays on the night.',
    phone: '+49 30 555 0118',
    socialLinks: [{ label: 'Website', url: 'https://cistern.example' }],
  },
  {
    key: 'owen',
    fullName: 'Owen Faulk',
    role: 'user',
    memberTypes: ['venue', 'equipment_hire'],
    joined: 915,
    isVerified: true,
    location: 'Leeds, UK',
    bio: 'Carriage Works, four stacks and a very patient smoke machine. Rents out what he doesn’t need on Saturdays.',
    phone: '+44 113 496 0144',
    equipment: ['4 × full-range stacks', '2 × smoke machines, one reliable', '1 × very large van'],
    socialLinks: [{ label: 'Website', url: 'https://carriage.example' }],
  },
  {
    key: 'sofia',
    fullName: 'Sofia Lind',
    role: 'user',
    memberTypes: ['agent'],
    joined: 890,
    isVerified: true,
    location: 'Malmö, SE',
    bio: 'Looks after nine artists and their trains. Answers before noon, never after midnight.',
    phone: '+46 40 555 0163',
    socialLinks: [{ label: 'Website', url: 'https://nordbook.example' }],
  },
  {
    key: 'dae-jung',
    fullName: 'Dae-Jung Park',
    djName: 'Loose Wire',
    role: 'user',
    memberTypes: ['media', 'producer'],
    joined: 610,
    isVerified: false,
    location: 'Seoul, KR',
    bio: 'Records as Loose Wire. Mixes other people’s records by day and a late radio show by night.',
    equipment: ['1 × modular case, carry-on size', '1 × field recorder'],
    socialLinks: [
      { label: 'Bandcamp', url: 'https://loosewire.example/records' },
      { label: 'Radio', url: 'https://loosewire.example/radio' },
    ],
  },
]

export const customers: readonly SeedPerson[] = [
  {
    key: 'customer',
    fullName: 'Priya Raman',
    role: 'customer',
    memberTypes: [],
    joined: 240,
    isVerified: false,
    location: 'Leeds, UK',
    bio: '',
  },
  {
    key: 'tom',
    fullName: 'Tom Halloran',
    role: 'customer',
    memberTypes: [],
    joined: 150,
    isVerified: false,
    location: 'Glasgow, UK',
    bio: '',
  },
]
