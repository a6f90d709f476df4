import type { Database } from '~/database/connect'
import type { OwnAccount } from '../../contract-account'
import type { IdentityContext } from '../context'

/** Returns the account as its settings show it; undefined once it is deleted. */
export async function getOwnAccount(
  { db, sms }: { db: Pick<Database, 'selectFrom'>; sms: Pick<IdentityContext['sms'], 'isOn'> },
  userId: string,
): Promise<OwnAccount | undefined> {
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select(['p.full_name', 'a.email', 'a.email_verified_at', 'a.new_email', 'a.new_email_confirmed_by'])
    .select(['a.phone', 'a.phone_verified_at', 'a.new_phone'])
    .select(['a.password_hash', 'a.password_changed_at', 'a.has_second_factor'])
    .where('a.id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isEmailVerified = row.email_verified_at !== null
  return {
    fullName: row.full_name,
    email: row.email,
    isEmailVerified,
    emailChange: row.new_email === null ? null : toEmailChange({ ...row, new_email: row.new_email }),
    phone: row.phone,
    isPhoneVerified: row.phone_verified_at !== null,
    newPhone: row.new_phone,
    hasTextMessages: sms.isOn,
    hasPassword: row.password_hash !== null,
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    hasSecondFactor: row.has_second_factor,
    codeDestination: toCodeDestination(row, sms.isOn),
  }
}

/**
 * Returns which addresses must still confirm the pending email change. An unverified current email doesn't have to.
 */
function toEmailChange(row: {
  email: string | null
  email_verified_at: Date | null
  new_email: string
  new_email_confirmed_by: string | null
}): NonNullable<OwnAccount['emailChange']> {
  const mustCurrentConfirm = row.email !== null && row.email_verified_at !== null
  const ends = mustCurrentConfirm ? (['current', 'new'] as const) : (['new'] as const)
  return { newEmail: row.new_email, waitsFor: ends.filter((end) => end !== row.new_email_confirmed_by) }
}

/** Returns where a code that replaces the password is sent: the email, else the phone. */
function toCodeDestination(
  { email, phone }: { email: string | null; phone: string | null },
  hasTexts: boolean,
): OwnAccount['codeDestination'] {
  if (email !== null) return { by: 'email', to: maskEmail(email) }
  return phone === null || !hasTexts
    ? null
    : { by: 'text', to: `${phone.slice(0, 3)} ··· ${phone.slice(-3)}` }
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${Array.from(email)[0] ?? ''}···${email.slice(at)}`
}
