import { data } from "react-router";

/**
 * The form that a request posts.
 * @throws 400 for a body that is no form
 */
export async function readPostedForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data("This form could not be read.", { status: 400 });
  }
}
