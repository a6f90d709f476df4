import { DEFAULT_SETTINGS, type Settings } from './settings'

/**
 * Returns the sender of emails. The sender configured at deployment provides the values that are left out. If an
 * admin saved no sender address, this is the address. If the site also has its default name, it is the name too.
 */
export function getSender({ name, emailSender }: Pick<Settings, 'name' | 'emailSender'>): {
  name?: string
  address?: string
} {
  if (emailSender !== '') return { name, address: emailSender }
  return name === DEFAULT_SETTINGS.name ? {} : { name }
}
