import type { Database } from '../connect'
import { DEMO_PASSWORD, personEmail } from './people'
import { seedDemo } from './seed-demo'

export interface SignIn {
  role: string
  email: string
  password: string
}

/** One person of each kind, for the lines printed at start. */
const guides = [
  ['admin', personEmail('admin')],
  ['moderator', personEmail('moderator')],
  ['DJ', personEmail('mara')],
  ['promoter', personEmail('jonas')],
  ['customer', personEmail('customer')],
] as const

/** Brings in the demo when nobody has an account yet. Answers whom to sign in as, of those who are still there. */
export async function seedWhenEmpty(
  db: Database,
  options: { now: Date; hashPassword: (password: string) => Promise<string> },
): Promise<SignIn[]> {
  const somebody = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  if (!somebody) await seedDemo(db, options)
  const emails = guides.map(([, email]) => email)
  const present = await db.selectFrom('accounts').select('email').where('email', 'in', emails).execute()
  const known = new Set(present.map(({ email }) => email?.toLowerCase()))
  return guides
    .filter(([, email]) => known.has(email))
    .map(([role, email]) => ({ role, email, password: DEMO_PASSWORD }))
}
