import type { Updateable } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Accounts } from '~/database/schema'
import { type Refuse, runTransactionWithRollback } from '~/database/transaction-with-rollback'
import { isUniqueViolation } from '~/database/postgres-errors'
import { SESSION_TOPIC } from '~/platform/live/live'
import { mergeMetadata } from '../accounts/merge-metadata'
import { noPendingChange } from '../contacts/change-contact'
import { setPassword } from '../passwords/set-password'
import { hashPassword } from '../passwords/password-hash'
import { endSessionsAndTrust } from '../sessions/sign-out'
import { recordEvent } from '../security-log/record-event'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { mergeAppMetadata } from './merge-app-metadata'
import {
  type HeldAccount,
  lockAccountForService,
  recordServiceAudit,
  type AccountError,
  type Service,
  type ServiceContext,
} from './service'

/** Absent fields stay as they are. */
export interface UserChange {
  email?: string | undefined
  phone?: string | undefined
  isEmailConfirmed?: boolean | undefined
  isPhoneConfirmed?: boolean | undefined
  password?: string | undefined
  passwordHash?: string | undefined
  metadata?: Readonly<Record<string, unknown>> | undefined
  appMetadata?: Readonly<Record<string, unknown>> | undefined
  /** Null lifts the suspension. */
  bannedUntil?: Date | null | undefined
}

type BadMetadata = 'too_large' | 'bad_name'

/**
 * Changes an account at the request of a program with a service token, with the same effects as a change by the
 * person: a new password ends all sessions and trusted browsers, and every changed sign-in method sends an email. A
 * new email or phone is verified only if the change says so.
 * @throws PasswordQueueFull
 */
export async function updateUser(
  context: ServiceContext,
  service: Service,
  userId: string,
  input: UserChange,
): Promise<'done' | 'email_taken' | 'phone_taken' | BadMetadata | AccountError> {
  const hash = input.password === undefined ? input.passwordHash : await hashPassword(input.password)
  try {
    const outcome = await runTransactionWithRollback(context.db, async (trx, refuse: Refuse<BadMetadata>) => {
      const account = await lockAccountForService(trx, userId)
      if (typeof account === 'string') return account
      const change = dropUnusableVerifications(account, input)
      await changeContacts(trx, context, account, change)
      if (hash !== undefined) await setPassword(trx, context, { userId: account.id, passwordHash: hash })
      if (change.metadata !== undefined) {
        const merged = await mergeMetadata(trx, {
          userId: account.id,
          data: change.metadata,
          now: context.now(),
        })
        if (merged !== 'merged') return refuse(merged)
      }
      if (change.appMetadata !== undefined) {
        const wanted = { userId: account.id, data: change.appMetadata, now: context.now() }
        const merged = await mergeAppMetadata(trx, wanted)
        if (merged !== 'merged') return refuse(merged)
      }
      if (change.bannedUntil !== undefined)
        await changeBan(trx, context, service, { account, until: change.bannedUntil })
      const changed = Object.entries(change).flatMap(([key, value]) =>
        value === undefined || key === 'bannedUntil' ? [] : [fieldLabels[key] ?? key],
      )
      if (changed.length > 0)
        await recordServiceAudit(trx, context, service, {
          did: 'users.change',
          userId: account.id,
          details: { to: [...new Set(changed)].join(', ') },
        })
      return 'done' as const
    })
    if (outcome !== 'done') return outcome
    context.live.publish([userId], [SESSION_TOPIC, 'identity'])
    await context.accountPort.refreshAdminPages()
    return 'done'
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email_unique')) return 'email_taken'
    if (isUniqueViolation(error, 'accounts_phone_key')) return 'phone_taken'
    throw error
  }
}

/** Names of changed fields for the audit log, which never contains values. */
const fieldLabels: Readonly<Record<string, string>> = {
  isEmailConfirmed: 'email verification',
  isPhoneConfirmed: 'phone verification',
  passwordHash: 'password',
  metadata: 'user_metadata',
  appMetadata: 'app_metadata',
}

/**
 * Ignores the verification of an email or phone that the account does not have, because it would count as a sign-in
 * method.
 */
function dropUnusableVerifications(account: HeldAccount, change: UserChange): UserChange {
  const { email = account.email, phone = account.phone, isEmailConfirmed, isPhoneConfirmed } = change
  return {
    ...change,
    isEmailConfirmed: email === null ? undefined : isEmailConfirmed,
    isPhoneConfirmed: phone === null ? undefined : isPhoneConfirmed,
  }
}

async function changeContacts(
  trx: Transaction,
  context: ServiceContext,
  account: HeldAccount,
  { email, phone, isEmailConfirmed, isPhoneConfirmed }: UserChange,
): Promise<void> {
  const now = context.now()
  const { id: userId } = account
  const set: Updateable<Accounts> = {}
  const wished = [
    ['email', email, isEmailConfirmed],
    ['phone', phone, isPhoneConfirmed],
  ] as const
  for (const [kind, to, isConfirmed] of wished) {
    const former = account[kind]
    const isNew = to !== undefined && to !== former
    if (isNew) {
      Object.assign(set, { [kind]: to, [`${kind}_verified_at`]: null, ...noPendingChange[kind] })
      const change = former === null ? 'added' : 'changed'
      const reached = kind === 'email' ? 'formerEmail' : 'formerPhone'
      await notifyOfChange(trx, context, {
        userId,
        kind: `${kind}_${change}`,
        [reached]: former ?? undefined,
      })
    }
    const verifiedAt = isNew ? null : account[`${kind}_verified_at`]
    if (isConfirmed !== undefined) set[`${kind}_verified_at`] = isConfirmed ? (verifiedAt ?? now) : null
  }
  if (Object.keys(set).length === 0) return
  await trx
    .updateTable('accounts')
    .set({ ...set, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

async function changeBan(
  trx: Transaction,
  context: ServiceContext,
  service: Service,
  { account, until }: { account: HeldAccount; until: Date | null },
): Promise<void> {
  const now = context.now()
  const { id: userId, suspended_until: before } = account
  const isBanned = before !== null && before > now
  if (until === null && !isBanned) return
  await trx
    .updateTable('accounts')
    .set({ suspended_until: until, suspended_reason: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
  const end = until ?? before
  const details = { until: end?.toISOString() ?? null }
  if (until === null) {
    await recordEvent(trx, { userId, kind: 'suspension_ended', at: now })
    await recordServiceAudit(trx, context, service, { did: 'users.end_suspension', userId, details })
    return
  }
  const ended = await endSessionsAndTrust(trx, { userId, except: undefined, now })
  await recordEvent(trx, { userId, kind: 'suspended', at: now, details: { ended } })
  await context.accountPort.notifyOfSuspension(trx, { userId, until })
  await recordServiceAudit(trx, context, service, { did: 'users.suspend', userId, details })
}
