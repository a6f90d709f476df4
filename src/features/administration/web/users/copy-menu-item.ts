import { Mail, Phone } from 'lucide-react'
import { copyText } from '~/design/copy-text'
import { notify } from '~/design/toast'
import type { UserRow } from '../../contract-users-shapes'

type Reached = Pick<UserRow, 'email' | 'phone'>

/** Returns the menu item that copies the sign-in email or phone number, if known. */
export function createCopyItem({ email, phone }: Reached) {
  if (email !== null) return [{ label: 'Copy email', icon: Mail, onSelect: () => void copyEmail(email) }]
  if (phone !== null) return [{ label: 'Copy phone', icon: Phone, onSelect: () => void copyPhone(phone) }]
  return []
}

async function copyEmail(email: string): Promise<void> {
  if (await copyText(email)) notify.success('Email copied')
  else notify.error(`Couldn’t copy. The email is ${email}`)
}

async function copyPhone(phone: string): Promise<void> {
  if (await copyText(phone)) notify.success('Phone copied')
  else notify.error(`Couldn’t copy. The number is ${phone}`)
}
