import { copyText } from '~/design/copy-text'
import { notify } from '~/design/toast'
import type { GeneratedCodes } from '../../contract-codes'
import { copyCode } from '../share-link'

/** AD-09: shows a toast with a copy button, so that generating and copying a code takes two clicks anywhere. */
export function notifyGenerated({ codes, alreadyMembers }: GeneratedCodes): void {
  const [first] = codes
  const isOne = codes.length === 1
  notify.success('Invitation code generated!', {
    detail: describeDetails(codes, alreadyMembers),
    ...(first && {
      action: isOne
        ? { label: 'Copy', onClick: () => void copyCode(first.code) }
        : { label: 'Copy all', onClick: () => void copyCodes(codes.map(({ code }) => code)) },
    }),
  })
}

function describeDetails(
  codes: GeneratedCodes['codes'],
  alreadyMembers: readonly string[],
): string | undefined {
  const emailed = codes.filter(({ sentTo }) => sentTo !== null).length
  const parts = [
    codes.length > 1 && `${codes.length} of them.`,
    emailed === 1 && 'An email is on its way.',
    emailed > 1 && `${emailed} emails are on their way.`,
    alreadyMembers.length > 0 && `Already members: ${alreadyMembers.join(', ')}.`,
  ]
  return parts.filter(Boolean).join(' ') || undefined
}

async function copyCodes(codes: readonly string[]): Promise<void> {
  if (await copyText(codes.join('\n'))) notify.success(`${codes.length} codes copied to clipboard`)
  else notify.error('Your browser blocked copying', { detail: codes.join(' ') })
}
