import type { ComponentProps, ReactNode } from 'react'
import { SelectField } from '~/design/select-field'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import type { Settings } from '../rules/settings'
import { SETTING_LABELS } from '../rules/setting-labels'
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

/** A single-line setting. */
export function SettingField({
  form,
  setting,
  help,
  ...rest
}: Props & Pick<ComponentProps<'input'>, 'inputMode' | 'placeholder' | 'autoComplete' | 'type'>) {
  return <TextField autoComplete="off" {...rest} {...toFieldProps({ form, setting, help })} />
}

export function SettingTextArea({
  form,
  setting,
  help,
  ...rest
}: Props & Pick<ComponentProps<'textarea'>, 'rows' | 'placeholder'> & { labelEnd?: ReactNode }) {
  return <TextArea {...rest} {...toFieldProps({ form, setting, help })} />
}

export function SettingChoice({
  form,
  setting,
  help,
  choices,
}: Props & { choices: readonly (readonly [value: string, label: string])[] }) {
  const options = choices.map(([value, label]) => ({ value, label }))
  return <SelectField options={options} {...toFieldProps({ form, setting, help })} />
}
