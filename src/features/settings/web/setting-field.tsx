import type { ComponentProps, ReactNode } from 'react'
import { SelectField } from '~/design/select-field'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import type { Settings } from '../rules/settings'
import { SETTING_LABELS } from '../rules/setting-labels'
import { ConflictChoice } from './conflict-choice'
import styles from './settings-page.module.css'
import type { SettingsForm } from './use-settings-form'

type Props = { form: SettingsForm; setting: keyof Settings; help?: ReactNode }

function toFieldProps({ form, setting, help }: Props) {
  return {
    label: SETTING_LABELS[setting],
    name: setting,
    'data-setting': setting,
    value: form.text(setting),
    error: form.findProblem(setting),
    help,
    onChange: (event: { target: { value: string } }) => form.type(setting, event.target.value),
    onBlur: () => form.leave(setting),
  }
}

/** A single-line setting, with a conflicting change of another admin. */
export function SettingField({
  form,
  setting,
  help,
  ...rest
}: Props & Pick<ComponentProps<'input'>, 'inputMode' | 'placeholder' | 'autoComplete' | 'type'>) {
  return (
    <div className={styles.conflict}>
      <TextField autoComplete="off" {...rest} {...toFieldProps({ form, setting, help })} />
      <ConflictChoice form={form} setting={setting} />
    </div>
  )
}

export function SettingArea({
  form,
  setting,
  help,
  ...rest
}: Props & Pick<ComponentProps<'textarea'>, 'rows' | 'placeholder'> & { labelEnd?: ReactNode }) {
  return (
    <div className={styles.conflict}>
      <TextArea {...rest} {...toFieldProps({ form, setting, help })} />
      <ConflictChoice form={form} setting={setting} />
    </div>
  )
}

export function SettingChoice({
  form,
  setting,
  help,
  choices,
}: Props & { choices: readonly (readonly [value: string, label: string])[] }) {
  const options = choices.map(([value, label]) => ({ value, label }))
  return (
    <div className={styles.conflict}>
      <SelectField options={options} {...toFieldProps({ form, setting, help })} />
      <ConflictChoice form={form} setting={setting} />
    </div>
  )
}
