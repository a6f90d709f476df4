import type { Transaction } from '~/database/connect'
import { type SeedPerson, colleagues, customers, staff } from './texts/people'
import { type SeedDj, djs } from './texts/djs'
import { insertRows } from './insert-rows'
import { seedId } from './random'

export const DEMO_PASSWORD = 'slipped-halves'

export interface DemoSignIn {
  role: SeedPerson['role']
  fullName: string
  email: string
  password: string
}

const DAY = 86_400_000

const everyone: readonly (SeedPerson & Partial<SeedDj>)[] = [...staff, ...djs, ...colleagues, ...customers]

const ids = new Map(everyone.map((person, n) => [person.key, seedId('person', n)]))

export function getPersonId(key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new RangeError(`The demo has no person with the key ${key}`)
  return id
}

export function getPersonEmail(key: string): string {
  return `${key}@backtoback.example`
}

/** Returns the name for line-ups: the DJ name, or the full name. */
export function getStageName(key: string): string {
  const person = everyone.find((entry) => entry.key === key)
  return person?.djName ?? person?.fullName ?? key
}

export async function seedPeople(
  trx: Transaction,
  {
    now,
    passwordHash,
    avatarUrls,
  }: { now: Date; passwordHash: string; avatarUrls: ReadonlyMap<string, string> },
): Promise<DemoSignIn[]> {
  const getJoinedAt = (person: SeedPerson): Date => new Date(now.getTime() - person.joined * DAY)
  await insertRows(
    trx,
    'accounts',
    everyone.map((person) => ({
      id: getPersonId(person.key),
      email: getPersonEmail(person.key),
      password_hash: passwordHash,
      email_verified_at: getJoinedAt(person),
      user_metadata: { full_name: person.fullName },
      created_at: getJoinedAt(person),
    })),
  )
  await insertRows(
    trx,
    'profiles',
    everyone.map((person) => ({
      ...toProfileRow(person, getJoinedAt(person)),
      avatar_url: avatarUrls.get(person.key) ?? null,
    })),
  )
  await insertRows(
    trx,
    'user_roles',
    everyone.flatMap((person) =>
      listRoles(person).map((role) => ({
        user_id: getPersonId(person.key),
        role,
        created_at: getJoinedAt(person),
      })),
    ),
  )
  await insertRows(
    trx,
    'user_member_types',
    everyone.flatMap((person) =>
      person.memberTypes.map((type) => ({
        user_id: getPersonId(person.key),
        member_type: type,
        created_at: getJoinedAt(person),
      })),
    ),
  )
  return everyone.map((person) => ({
    role: person.role,
    fullName: person.djName ?? person.fullName,
    email: getPersonEmail(person.key),
    password: DEMO_PASSWORD,
  }))
}

// A moderator is a member with an additional role; an admin has only the admin role.
function listRoles(person: SeedPerson): string[] {
  return person.role === 'moderator' ? ['user', 'moderator'] : [person.role]
}

function toProfileRow(person: SeedPerson & Partial<SeedDj>, joinedAt: Date) {
  return {
    id: getPersonId(person.key),
    full_name: person.fullName,
    email: getPersonEmail(person.key),
    dj_name: person.djName ?? null,
    bio: person.bio === '' ? null : person.bio,
    genres: person.genre === undefined ? [] : [person.genre],
    location: person.location,
    phone: person.phone ?? null,
    phone_visibility: person.genre === undefined ? 'connections' : 'everyone',
    booking_email: person.genre === undefined ? null : `bookings+${person.key}@backtoback.example`,
    booking_email_visibility: 'everyone',
    deposit_percent: person.genre === undefined ? null : 25,
    timezone: person.zone ?? null,
    price_range: person.priceRange ?? null,
    equipment: [...(person.equipment ?? [])],
    is_verified: person.isVerified,
    // Customers have no public profile.
    is_public: person.role !== 'customer',
    rate_cents: person.rateCents ?? null,
    availability_days: [...(person.availabilityDays ?? [])],
    social_links: (person.socialLinks ?? []).map((link) => ({ ...link })),
    is_sample: true,
    created_at: joinedAt,
    updated_at: joinedAt,
  }
}
