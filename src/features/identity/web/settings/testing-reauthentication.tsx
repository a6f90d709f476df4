import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

export const laptop = {
  id: '0198c3c0-0000-7000-8000-0000000000a1',
  name: 'Laptop',
  addedAt: '2026-02-03T10:00:00.000Z',
  lastUsedAt: null,
  isBackedUp: false,
}

/** Returns fake server answers that require reauthentication before a passkey is removed. */
export function createGuardedResponses(answers = {}) {
  let isReauthenticated = false
  return {
    'passkeys.list': () => ({ passkeys: [laptop] }),
    'passkeys.remove': () => {
      if (!isReauthenticated)
        throw new ORPCError('REAUTHENTICATION_REQUIRED', { message: 'Confirm that it’s you first.' })
      return {}
    },
    'proof.give': () => {
      isReauthenticated = true
      return {}
    },
    ...answers,
  }
}

/** Presses a button that requires reauthentication, and waits for the dialog. */
export async function removeLaptop() {
  const user = userEvent.setup(vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime } : {})
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Is it you?' }) }
}
