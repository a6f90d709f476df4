import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { useStoredDraft } from '~/design/use-stored-draft'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import type { SiteSettings } from '../contract-admin'
import type { Settings } from '../rules/settings'
import { findSettingProblem } from '../rules/setting-problems'
import { SETTING_SECTIONS, type SettingSection } from '../rules/setting-sections'
import { SETTING_LABELS, describeSettingChange } from '../rules/setting-labels'
import { readTyped, formatTypedSetting } from '../rules/typed-setting'
import { listChanges, isOvertaken, parseDraft, typeInto } from './settings-draft'
import { settingsQuery, settings } from './queries'

type Key = keyof Settings
const blank = { typed: '' }
const TOAST = 'settings'
const AFTER_PRESS_MS = 250

/** All settings as one form, saved section by section. Drafts survive a reload of the tab and a failed save. */
export function useSettingsForm() {
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(settingsQuery())
  const draftStore = useStoredDraft('site-settings', blank)
  const draft = parseDraft(draftStore.draft?.typed ?? '')
  // A field shows its error after it loses focus or its section is saved.
  const [left, setLeft] = useState<ReadonlySet<Key>>(new Set())
  const changes = listChanges(draft, current)
  const dirty = [...Map.groupBy(changes, ({ key }) => SETTING_SECTIONS[key])]
  const write = (change: (now: typeof draft) => typeof draft) =>
    draftStore.keep((stored) => ({ typed: JSON.stringify(change(parseDraft(stored?.typed ?? ''))) }))
  const forget = (keys: readonly Key[]) => {
    write((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !keys.includes(key as Key))))
    setLeft((now) => new Set([...now].filter((key) => !keys.includes(key))))
  }

  const save = useMutation({
    ...settings.save.mutationOptions(),
    onSuccess: (saved: SiteSettings, sent) => {
      queryClient.setQueryData(settingsQuery().queryKey, saved)
      // Drafts of other sections are kept.
      forget(sent.changes.map(({ key }) => key))
      notify.success('Settings saved', { about: TOAST })
      void queryClient.invalidateQueries({ queryKey: settings.key() })
    },
    onError: (error) => {
      // The field shows the other admin's value next to the typed one.
      if (hasCode(error, 'CHANGED'))
        void queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey })
      notify.error('Nothing was saved', { about: TOAST, detail: errorMessage(error) })
    },
  })
  const refused = save.isError ? fieldErrors(save.error) : {}

  function findProblem(key: Key): string | undefined {
    const entry = draft[key]
    if (!entry || !left.has(key)) return undefined
    return findSettingProblem(key, readTyped(key, entry.text)) ?? refused[key]
  }

  const describeChange = ({ key, value }: (typeof changes)[number]) =>
    findSettingProblem(key, value) === undefined
      ? describeSettingChange(key, current.values[key], value)
      : SETTING_LABELS[key]

  /**
   * Saves one section, or the only one with changes. Returns the first invalid setting, in which case nothing is sent.
   */
  function submit(section = dirty.length === 1 ? dirty[0]?.[0] : undefined): Key | undefined {
    const own = dirty.find(([name]) => name === section)?.[1] ?? []
    if (own.length === 0 || save.isPending) return undefined
    setLeft((now) => new Set([...now, ...own.map(({ key }) => key)]))
    const stuck = own.find(
      ({ key, value }) => findSettingProblem(key, value) !== undefined || isOvertaken(draft, current, key),
    )
    if (!stuck) save.mutate({ changes: own })
    return stuck?.key
  }

  return {
    settings: current,
    /** The field's current text. */
    text: (key: Key) => draft[key]?.text ?? formatTypedSetting(key, current.values[key]),
    type: (key: Key, text: string) => {
      if (save.isError) save.reset()
      write((now) => typeInto(now, current, key, text))
    },
    // Delayed: a layout shift would move a button below while it is being pressed.
    leave: (key: Key) => void setTimeout(() => setLeft((now) => new Set([...now, key])), AFTER_PRESS_MS),
    isChanged: (key: Key) => changes.some((change) => change.key === key),
    findProblem,
    isOvertaken: (key: Key) => isOvertaken(draft, current, key),
    takeTheirs: (key: Key) => write(({ [key]: _mine, ...others }) => others),
    keepMine: (key: Key) =>
      write((now) => {
        const mine = now[key]
        return mine ? { ...now, [key]: { ...mine, version: current.versions[key] } } : now
      }),
    /** One description per change: `Service fee 10% to 12%`. */
    changes: changes.map(describeChange),
    /** The sections with changes, each saved and discarded separately. */
    sections: dirty.map(([section, own]) => ({ section, changes: own.map(describeChange) })),
    submit,
    isSaving: save.isPending,
    discard: (section: SettingSection) => {
      forget(changes.flatMap(({ key }) => (SETTING_SECTIONS[key] === section ? [key] : [])))
      save.reset()
      notify.dismiss(TOAST)
    },
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
