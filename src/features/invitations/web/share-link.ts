import { notify } from '~/design/toast'
import { copyText } from '~/design/copy-text'
import { codeLink } from '../rules/code-link'

export async function copyCode(code: string): Promise<void> {
  if (await copyText(code)) notify.success('Code copied to clipboard!')
  else notify.error('Copying was not allowed', { detail: `The code is ${code}.` })
}

/** Where somebody signs up with this code filled in. */
export function inviteLink(code: string): string {
  return `${window.location.origin}${codeLink(code, false)}`
}

export async function copyLink(code: string): Promise<void> {
  const link = inviteLink(code)
  if (await copyText(link)) notify.success('Link copied to clipboard')
  else notify.error('Copying was not allowed', { detail: `The link is ${link}` })
}

/** Opens what the device shares with; where there is no such thing, the link is copied. */
export async function shareLink(code: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyLink(code)
  try {
    await navigator.share({ url: inviteLink(code), text: 'Your invitation. It is good for one person.' })
  } catch (error) {
    // Closed without choosing: that was the answer.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await copyLink(code)
  }
}
