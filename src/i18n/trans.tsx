import type { I18n } from '@lingui/core'
import { TransNoContext, type TransProps } from '@lingui/react/server'
import { i18n } from './i18n'

/** Rendered by the macro `Trans`; see `scripts/messages-plugin.ts`. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={{ i18n: i18n as unknown as I18n }} />
}
