import { createElement, type ReactElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { formatClock, formatShortDate } from '~/lib/time'
import { ExportReadyEmail, exportReadySubject } from './email/export-ready-email'
import { RemovedEmail, removedSubject } from './email/removed-email'

interface WrittenEmail {
  subject: string
  html: string
  text: string
}

/** The site's name from its settings. */
type Site = { name: string }

export function writeExportReadyEmail(
  { link, expiresAt }: { link: string; expiresAt: Date },
  site: Site,
): Promise<WrittenEmail> {
  const until = formatShortDate(expiresAt, 'UTC')
  return renderAccountEmail(exportReadySubject, createElement(ExportReadyEmail, { link, until }), site)
}

export function writeRemovedEmail(
  { at, ...props }: { at: Date; publicUrl: string; contact: string | undefined },
  site: Site,
): Promise<WrittenEmail> {
  const moment = `${formatShortDate(at, 'UTC')}, ${formatClock(at, 'UTC')} UTC`
  return renderAccountEmail(removedSubject, createElement(RemovedEmail, { at: moment, ...props }), site)
}

async function renderAccountEmail(subject: string, email: ReactElement, site: Site): Promise<WrittenEmail> {
  return { subject, ...(await renderEmail(email, site)) }
}
