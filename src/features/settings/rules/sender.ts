import { DEFAULT_SETTINGS, type Settings } from './settings'

/**
 * Returns the sender of emails. The sender configured at deployment provides the values that are left out. The
 * address is left out if no admin has saved one. The name is then left out too if the site still has its default
 * name.
 */
export function getSender({ name, emailSender }: Pick<Settings, 'name' | 'emailSender'>): {
  name?: string
  address?: string
} {
  if (emailSender !== '') return { name, address: emailSender }
  return name === DEFAULT_SETTINGS.name ? {} : { name }
}
