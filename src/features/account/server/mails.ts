import { createElement, type ReactElement } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { formatClock, formatShortDate } from '~/lib/time'
import { ExportReadyMail, exportReadySubject } from './mail/export-ready-mail'
import { RemovedMail, removedSubject } from './mail/removed-mail'

interface WrittenMail {
  subject: string
  html: string
  text: string
}

/** What the house is called, as the settings have it. */
type House = { name: string }

export function writeExportReadyMail(
  { link, expiresAt }: { link: string; expiresAt: Date },
  house: House,
): Promise<WrittenMail> {
  const until = formatShortDate(expiresAt, 'UTC')
  return write(exportReadySubject, createElement(ExportReadyMail, { link, until }), house)
}

export function writeRemovedMail(
  { at, ...props }: { at: Date; publicUrl: string; contact: string | undefined },
  house: House,
): Promise<WrittenMail> {
  const moment = `${formatShortDate(at, 'UTC')}, ${formatClock(at, 'UTC')} UTC`
  return write(removedSubject, createElement(RemovedMail, { at: moment, ...props }), house)
}

async function write(subject: string, mail: ReactElement, house: House): Promise<WrittenMail> {
  return { subject, ...(await renderMail(mail, house)) }
}
