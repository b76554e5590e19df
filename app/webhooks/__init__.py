"""Webhooks: a course tells other systems that marks have changed, by signed requests that are sent again until they
arrive. It rests on the gradebook."""
