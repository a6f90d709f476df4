import type { Message } from './format-message'
import { addLanguage } from './i18n'

const catalogs = import.meta.glob<Record<string, Message>>('/src/**/locales/de.po', {
  eager: true,
  import: 'messages',
})

const messages: Record<string, Message> = Object.assign({}, ...Object.values(catalogs))

export function addGerman(): void {
  addLanguage('de', (id, english) => messages[id] ?? english)
}
