import { createRouterClient } from '@orpc/server'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { Role } from '~/platform/rpc/caller'
import { DEFAULT_SETTINGS } from '~/features/settings/server/public'
import { invitationsCalls } from './calls'
import { createInvitationTallies } from './invitation-counts'

export const now = new Date('2026-11-21T12:00:00Z')
export const addMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

export interface Heard {
  jobs: { name: string; payload: object }[]
  notified: { userIds: readonly (string | null)[]; topics: readonly string[] }[]
}

export async function addPerson(db: Database, fullName: string, ...roles: Role[]): Promise<string> {
  const id = newId()
  const email = `${fullName.toLowerCase().replaceAll(' ', '.')}@people.example`
  await db.insertInto('accounts').values({ id, email, last_signed_in_at: now }).execute()
  await db.insertInto('profiles').values({ id, full_name: fullName, email, created_at: now }).execute()
  for (const role of roles) await db.insertInto('user_roles').values({ user_id: id, role }).execute()
  return id
}

export function createClient(
  db: Database,
  caller: { id: string; roles: readonly Role[] } | null,
  {
    heard = { jobs: [], notified: [] },
    at = now,
    most = DEFAULT_SETTINGS.invitationsPerMember,
  }: { heard?: Heard; at?: Date; most?: number } = {},
) {
  const person = {
    sessionId: newId(),
    fullName: 'A',
    email: 'a@b.example',
    isEmailVerified: true,
    avatarUrl: null,
  }
  const enqueue = (name: string, payload: object) => {
    heard.jobs.push({ name, payload })
    return Promise.resolve()
  }
  return createRouterClient(invitationsCalls, {
    context: {
      caller: caller && { ...person, ...caller },
      requestId: 'request',
      ip: '192.0.2.1',
      requestHeaders: new Headers(),
      responseHeaders: new Headers(),
      isMembersAreaOpen: () => Promise.resolve(true),
      now: () => at,
      log: createLog({ level: 'silent' }),
      db,
      limits: createLimits(),
      jobs: {
        enqueue: (_db, name, payload) => enqueue(name, payload),
        enqueueMany: async (_db, name, payloads) => {
          for (const payload of payloads) await enqueue(name, payload)
        },
      },
      live: { publish: (userIds, topics) => void heard.notified.push({ userIds, topics }) },
      settings: { read: () => Promise.resolve({ ...DEFAULT_SETTINGS, invitationsPerMember: most }) },
      invitationTallies: createInvitationTallies({ db, now: () => at.getTime() }),
    },
  })
}

/** Records that one person invited another, as sign-up does. */
export async function recordInvitation(
  db: Database,
  creatorId: string | null,
  userId: string,
  at = now,
): Promise<string> {
  const id = newId()
  const code = id.replaceAll('-', '').slice(-8).toUpperCase()
  await db.insertInto('invitations').values({ id, code, created_by: creatorId, created_at: at }).execute()
  await db
    .updateTable('invitations')
    .set({ status: 'used', used_by: userId, used_at: at })
    .where('id', '=', id)
    .execute()
  return id
}

export async function listAuditEntries(db: Database, subjectId: string) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
  return rows
}
