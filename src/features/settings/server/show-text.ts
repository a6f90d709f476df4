import type { Database } from '~/database/connect'
import { renderSections } from '~/platform/markdown/render-sections'
import type { HouseText, TextSection } from '../contract-shapes'
import { DELIVERED_ON, DELIVERED_TEXTS } from '../rules/delivered-texts'
import { fillPlaceholders, settingsNamedIn } from '../rules/placeholders'
import { SETTING_KEYS, type Settings } from '../rules/settings'

type Text = keyof typeof DELIVERED_TEXTS

/** The terms or the privacy notice as people read them, each setting named in them as it stands. */
export async function showText(db: Database, which: Text, settings: Settings): Promise<HouseText> {
  const markdown = settings[which] === '' ? DELIVERED_TEXTS[which] : settings[which]
  const followed = [which, ...settingsNamedIn(markdown)].map((key) => SETTING_KEYS[key])
  const latest = await db
    .selectFrom('settings')
    .select(({ fn }) => fn.max('updated_at').as('at'))
    .where('key', 'in', followed)
    .executeTakeFirst()
  return {
    sections: renderText(markdown, settings),
    since: latest?.at ? latest.at.toISOString() : DELIVERED_ON,
  }
}

export function renderText(markdown: string, settings: Settings): TextSection[] {
  return renderSections(markdown, (words) => fillPlaceholders(words, settings))
}
