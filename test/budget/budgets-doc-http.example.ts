import { fetchWithBudget } from '../../src/instrument/budget-fetch.ts'
import { handleWithBudget } from '../../src/instrument/budget-handler.ts'

const findOrders = async (url: string): Promise<string[]> => [url]

/** In the service that asks: only these origins are told anything. */
export const fetchOrders = fetchWithBudget({ origins: ['https://orders.internal'] })

/** In the service that answers: a recover() inside inherits what the request brings along. */
export const answerOrders = handleWithBudget(async (request) => Response.json(await findOrders(request.url)))
