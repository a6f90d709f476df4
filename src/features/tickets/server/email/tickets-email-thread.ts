import { serveTasks } from '~/platform/threads/serve-tasks'
import { sendTicketsEmail } from './write-tickets-email'

serveTasks(sendTicketsEmail)
