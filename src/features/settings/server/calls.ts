import { implementCalls } from '~/platform/rpc/implement'
import { settingsContract } from '../contract'
import type { SettingsContext } from './context'
import { conflictWords } from '../rules/conflict-words'
import { getHouse } from './get-house'
import { listChanges } from './list-changes'
import { saveSettings } from './save-settings'
import { sendTestMail } from './send-test-mail'
import { renderText, showText } from './show-text'

const calls = implementCalls<SettingsContext>()(settingsContract)

export const settingsCalls = calls.router({
  site: calls.site.handler(async ({ context }) => {
    const { name, membersArea, maintenanceNotice, feeBasisPoints, priceDisplay, holdMinutes } =
      await context.settings.read()
    return { name, membersArea, maintenanceNotice, feeBasisPoints, priceDisplay, holdMinutes }
  }),
  texts: calls.texts.handler(async ({ context, input }) =>
    showText(context.db, input.which, await context.settings.read()),
  ),
  get: calls.get.handler(({ context }) => getHouse(context)),
  save: calls.save.handler(async ({ context, input, errors }) => {
    const outcome = await saveSettings(context, input.changes)
    if ('problems' in outcome) throw errors.BAD_REQUEST({ data: { fields: outcome.problems } })
    if ('conflicts' in outcome) {
      const [first] = outcome.conflicts
      throw errors.CHANGED({
        ...(first && { message: conflictWords(first, context.now()) }),
        data: { conflicts: outcome.conflicts },
      })
    }
    return getHouse(context)
  }),
  history: calls.history.handler(({ context, input }) => listChanges(context.db, input)),
  testMail: calls.testMail.handler(async ({ context, input, errors }) => {
    const outcome = await sendTestMail(context, input.sender)
    if (outcome === 'email_needed') throw errors.EMAIL_NEEDED()
    if ('problem' in outcome)
      throw errors.BAD_REQUEST({
        message: outcome.problem,
        data: { fields: [{ path: 'mailSender', message: outcome.problem }] },
      })
    return outcome
  }),
  previewText: calls.previewText.handler(async ({ context, input }) => ({
    sections: renderText(input.markdown, await context.settings.read()),
  })),
})
