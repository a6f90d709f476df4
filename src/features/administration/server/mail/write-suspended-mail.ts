import { createElement, type ComponentProps } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { SuspendedMail } from './suspended-mail'

export async function writeSuspendedMail(
  props: ComponentProps<typeof SuspendedMail>,
  house: { name: string },
): Promise<{ subject: string; html: string; text: string }> {
  return {
    subject: 'Your account is suspended',
    ...(await renderMail(createElement(SuspendedMail, props), house)),
  }
}
