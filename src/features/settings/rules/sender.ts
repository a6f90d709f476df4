import { DEFAULT_SETTINGS, type Settings } from './settings'

/** Returns the sender of emails. A site without its own name and address uses the configured sender with its name. */
export function getSender({ name, emailSender }: Pick<Settings, 'name' | 'emailSender'>): {
  name?: string
  address?: string
} {
  if (emailSender !== '') return { name, address: emailSender }
  return name === DEFAULT_SETTINGS.name ? {} : { name }
}
