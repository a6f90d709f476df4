import type { Messages } from '@lingui/core'

const catalogs = import.meta.glob<Messages>('/src/**/locales/de.po', { eager: true, import: 'messages' })

/** All German messages: of each feature, and of what the features share. */
export const messages: Messages = Object.assign({}, ...Object.values(catalogs))
