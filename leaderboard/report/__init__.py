"""Results as text: tables that know no markup, and one file per form that knows nothing else."""
