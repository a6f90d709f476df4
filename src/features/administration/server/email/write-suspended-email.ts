import { createElement, type ComponentProps } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { SuspendedEmail } from './suspended-email'

export async function writeSuspendedEmail(
  props: ComponentProps<typeof SuspendedEmail>,
  site: { name: string },
): Promise<{ subject: string; html: string; text: string }> {
  return {
    subject: 'Your account is suspended',
    ...(await renderEmail(createElement(SuspendedEmail, props), site)),
  }
}
