import { implementCalls } from '~/platform/rpc/implement'
import { renderSections } from '~/platform/markdown/render-sections'
import type { Database } from '~/database/connect'
import { settingsContract } from '../contract'
import type { SettingsContext } from './context'
import type { Settings } from '../rules/settings'
import type { SiteSettings } from '../contract-admin'
import { SETTING_KEYS } from '../rules/settings'
import { fillPlaceholders, listNamedSettings } from '../rules/text-placeholders'
import { DELIVERED_ON, DEFAULT_TEXTS, type SiteTextKey } from '../rules/default-texts'
import type { SiteText, TextSection } from '../contract-shapes'
import { listChanges } from './list-changes'
import { saveSettings } from './save-settings'
import { sendTestEmail } from './send-test-email'
import { readStoredSettings } from './stored-settings'

const calls = implementCalls<SettingsContext>()(settingsContract)

export const settingsCalls = calls.router({
  site: calls.site.handler(async ({ context }) => {
    const { name, membersArea, maintenanceNotice, feeBasisPoints, feeTaxPpm, priceDisplay, holdMinutes } =
      await context.settings.read()
    return { name, membersArea, maintenanceNotice, feeBasisPoints, feeTaxPpm, priceDisplay, holdMinutes }
  }),
  texts: calls.texts.handler(async ({ context, input }) =>
    getSiteText(context.db, input.document, await context.settings.read()),
  ),
  get: calls.get.handler(({ context }) => getSettings(context)),
  save: calls.save.handler(async ({ context, input }) => {
    await saveSettings(context, input.changes)
    return getSettings(context)
  }),
  history: calls.history.handler(({ context, input }) => listChanges(context.db, input)),
  testEmail: calls.testEmail.handler(({ context, input }) => sendTestEmail(context, input.sender)),
  previewText: calls.previewText.handler(async ({ context, input }) => ({
    sections: renderText(input.markdown, await context.settings.read()),
  })),
})

/**
 * Returns all settings with their versions, read from the database without the cache, so that admins see each other's
 * changes.
 */
async function getSettings({ db, config }: Pick<SettingsContext, 'db' | 'config'>): Promise<SiteSettings> {
  const stored = [...(await readStoredSettings(db)).values()]
  const by = <Value>(read: (setting: (typeof stored)[number]) => Value) =>
    Object.fromEntries(stored.map((setting) => [setting.key, read(setting)])) as Record<keyof Settings, Value>
  return {
    // The cast is safe, because each value was validated by the parser of its setting.
    values: by(({ value }) => value) as unknown as SiteSettings['values'],
    versions: by(({ version }) => version),
    changed: Object.fromEntries(
      stored.flatMap(({ key, changed }) =>
        changed ? [[key, { at: changed.at.toISOString(), by: changed.by }]] : [],
      ),
    ),
    configuredSender: /<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom.trim(),
  }
}

/** Returns the terms, the privacy notice or the accessibility statement with the current settings filled in. */
async function getSiteText(db: Database, kind: SiteTextKey, settings: Settings): Promise<SiteText> {
  const markdown = settings[kind] === '' ? DEFAULT_TEXTS[kind] : settings[kind]
  const followed = [kind, ...listNamedSettings(markdown)].map((key) => SETTING_KEYS[key])
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

function renderText(markdown: string, settings: Settings): TextSection[] {
  const { contactAddress } = settings
  // Between < and >, Markdown makes a link. After other characters the placeholder may be part of a URL.
  const linked =
    contactAddress === ''
      ? markdown
      : markdown.replaceAll(/(?<=^|\s)\{contact\}/gmu, () => `<${contactAddress}>`)
  return renderSections(linked, (text) => fillPlaceholders(text, settings))
}
