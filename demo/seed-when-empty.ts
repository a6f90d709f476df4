import type { Database } from '~/database/connect'
import { DEMO_PASSWORD, getPersonEmail } from './people'
import { type DemoPictures, seedDemo, type SeedOptions } from './seed-demo'

export interface SignIn {
  role: string
  email: string
  password: string
}

/** One account of each kind, listed in the output at startup. */
const guides = [
  ['admin', getPersonEmail('admin')],
  ['moderator', getPersonEmail('moderator')],
  ['DJ', getPersonEmail('mara')],
  ['promoter', getPersonEmail('jonas')],
  ['customer', getPersonEmail('customer')],
] as const

/** Seeds the demo while there are no accounts. Returns the demo sign-ins that still exist. */
export async function seedWhenEmpty(
  db: Database,
  {
    storePictures,
    ...options
  }: Omit<SeedOptions, 'pictures'> & { storePictures: () => Promise<DemoPictures> },
): Promise<SignIn[]> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  if (!account) await seedDemo(db, { ...options, pictures: await storePictures() })
  const emails = guides.map(([, email]) => email)
  const present = await db.selectFrom('accounts').select('email').where('email', 'in', emails).execute()
  const known = new Set(present.map(({ email }) => email?.toLowerCase()))
  return guides
    .filter(([, email]) => known.has(email))
    .map(([role, email]) => ({ role, email, password: DEMO_PASSWORD }))
}
